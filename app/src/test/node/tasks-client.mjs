// @modelcontextprotocol/ext-tasks, the official client of tasks, in both generations.
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createTaskSessionFromClient } from "@modelcontextprotocol/ext-tasks/client";
import { TIMES, bearer, check, hasText, processEnds, target, text, until } from "./checks.mjs";

const EXTENSION = "io.modelcontextprotocol/tasks";
const CLIENT_INFO = { name: "tasks-client", version: "1" };
const CAPABILITIES = { elicitation: {}, extensions: { [EXTENSION]: {} } };

const ANY = { "~standard": { version: 1, vendor: "baton", validate: (value) => ({ value }) } };
const ANSWERS = { confirm: true, name: "Ada" };

async function answer({ kind, params }) {
  assert.equal(kind, "elicitation");
  const fields = Object.keys(params.requestedSchema.properties);
  return { action: "accept", content: Object.fromEntries(fields.map((field) => [field, ANSWERS[field]])) };
}

/** The way past the client's own codecs, which know no tasks of the newer generation; ext-tasks asks for it. */
function rawDispatch(transport) {
  const waiting = new Map();
  const others = transport.onmessage;
  let last = 0;
  transport.onmessage = (message, extra) => {
    const take = waiting.get(message.id);
    waiting.delete(message.id);
    return take ? take(message) : others(message, extra);
  };
  return async (request) => {
    const id = `raw-${++last}`;
    const response = new Promise((resolve) => waiting.set(id, resolve));
    await transport.send({ jsonrpc: "2.0", id, ...request });
    const { result, error } = await response;
    return error ? { kind: "error", error } : { kind: "result", result };
  };
}

async function open(mode) {
  const client = new Client(CLIENT_INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode } });
  const heard = [];
  client.fallbackNotificationHandler = async (notification) => heard.push(notification);
  const transport = target.url
    ? new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: bearer } })
    : new StdioClientTransport(target);
  await client.connect(transport);
  const version = client.getNegotiatedProtocolVersion();
  const session = createTaskSessionFromClient(client, {
    endpointId: "fixture",
    onInputRequest: answer,
    rawDispatch: rawDispatch(transport),
    v2RequestFraming: { protocolVersion: version, clientInfo: CLIENT_INFO, clientCapabilities: CAPABILITIES },
  });
  return { client, transport, session, heard };
}

async function tryTasks(label, { client, transport, session, heard }) {
  const modern = client.getProtocolEra() === "modern";
  const it = (name, body) => check(`${label}: ${name}`, body);
  const start = (name, args = {}) =>
    session.callTool(name, args, { task: { preference: "require" }, requestTimeoutMs: TIMES.timeout });
  const outcome = async (execution) => (await execution.settle()).outcome;
  const compute = (seconds) => start("slow_compute", { seconds, label: "sum" });
  const snapshot = ({ handle }) => session.task(handle.taskId).snapshot();

  /** In the older generation questions come while the client waits for the result; ext-tasks only polls. */
  async function asking(name, args) {
    const execution = await start(name, args);
    if (!modern) void client.request({ method: "tasks/result", params: { taskId: execution.handle.taskId } }, ANY, TIMES);
    return outcome(execution);
  }

  // why: this client looks once a second, so one after the other would take long
  await Promise.all([
    it("gets an answer without a task", async () => {
      const execution = await session.callTool("greet", { name: "Ada" });
      assert.equal(execution.kind, "immediate");
      hasText((await outcome(execution)).result, "Hello, Ada!");
    }),
    it("sees a task work and complete", async () => {
      const execution = await compute(1.5);
      const first = await snapshot(execution);
      assert.equal(first.status, "working");
      assert.ok(first.retentionMs > 0 && first.suggestedPollIntervalMs > 0);
      hasText((await outcome(execution)).result, "sum: computed for 1.5 s");
      assert.equal((await snapshot(execution)).status, "completed");
    }),
    it("reads a failure of the tool", async () => {
      const ended = await outcome(await start("failing_job"));
      assert.equal(ended.status, modern ? "completed" : "failed");
      if (modern) assert.equal(ended.result.isError, true);
      assert.match(modern ? text(ended.result) : ended.error.message, /The job failed/);
    }),
    it("reads an error of the protocol", async () => {
      const ended = await outcome(await start("protocol_error_job"));
      assert.equal(ended.status, "failed");
      assert.match(ended.error.message, /ended with a protocol error/);
    }),
    it("answers a task that needs input", async () => {
      hasText((await asking("confirm_delete", { filename: "a.txt" })).result, "Deleted a.txt");
    }),
    it("answers a task that needs two inputs at once", async () => {
      const { result } = await asking("multi_input");
      assert.equal(text(result).match(/"confirm":true/g).length, 2);
    }),
    it("cancels a task", async () => {
      const execution = await compute(60);
      await execution.cancel();
      assert.equal((await outcome(execution)).status, "cancelled");
      assert.equal((await snapshot(execution)).status, "cancelled");
    }),
    it("leaves a task and comes back to it", async () => {
      const execution = await compute(0.2);
      const reference = execution.serializeReference();
      await execution.detach();
      await execution.result();
      hasText((await outcome(await session.resumeTask(reference))).result, "sum: computed for 0.2 s");
    }),
    it("is told of an unknown task", async () => {
      await assert.rejects(session.task("no-such-task").snapshot(), (error) => error.code === -32602);
    }),
    it("hears how a task ends", async () => {
      const execution = await compute(1.5);
      const { taskId } = execution.handle;
      const listening = modern ? await client.listen({ taskIds: [taskId] }) : undefined;
      const method = modern ? "notifications/tasks" : "notifications/tasks/status";
      const isEnd = (news) =>
        news.method === method && news.params.taskId === taskId && news.params.status === "completed";
      await until(() => heard.some(isEnd));
      if (modern) hasText(heard.find(isEnd).params.result, "sum: computed for 1.5 s");
      await listening?.close();
      await outcome(execution);
    }),
  ]);
  // why: this question names no task yet, so this client can tell whose it is only if nothing else runs
  await it("answers before the task begins", async () => {
    hasText((await outcome(await start("test_tool_with_task"))).result, "Hello, Ada!");
  });
  await it("lists tasks where that exists", async () => {
    assert.equal(session.capabilities.inventory, modern ? "known-handles" : "server-list");
    if (!modern) assert.ok((await session.listTasks()).tasks.length >= 8);
  });
  await it("ends, and its server with it", async () => {
    const { pid } = transport;
    await session.close();
    await client.close();
    if (pid) await processEnds(pid);
  });
}

await Promise.all([
  open("legacy").then((legacy) => tryTasks("2025-11-25", legacy)),
  open({ pin: "2026-07-28" }).then((modern) => tryTasks("2026-07-28", modern)),
]);
process.exit(0);
