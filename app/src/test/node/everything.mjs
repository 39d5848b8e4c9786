// What every general client must be able to do. The TypeScript clients of both major versions have the same methods.
import assert from "node:assert/strict";
import { TIMES, answers, check, hasText, processEnds, text, until } from "./checks.mjs";

export const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };

/** A client and what it heard; `on` differs between the versions of the SDK. */
export function listen(client, { request, notification }) {
  const heard = { logs: [], toolChanges: 0 };
  request(client, "elicitation/create", answers.elicit);
  request(client, "sampling/createMessage", answers.sample);
  request(client, "roots/list", answers.roots);
  notification(client, "notifications/message", ({ params }) => heard.logs.push(params.data));
  notification(client, "notifications/tools/list_changed", () => heard.toolChanges++);
  return heard;
}

export async function tryEverything(label, { client, heard, modern, transport }) {
  const call = (name, args = {}, options = {}, more = {}) =>
    client.callTool({ name, arguments: args, ...more }, ...callOptions(client, { ...TIMES, ...options }));
  const it = (name, body) => check(`${label}: ${name}`, body);

  await it("lists all tools", async () => {
    const { tools } = await client.listTools();
    assert.equal(tools[0].name, "test_simple_text");
    assert.equal(tools.at(-1).name, "test_trigger_prompt_change");
    assert.ok(tools.find(({ name }) => name === "test_structured_content").outputSchema);
    assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
  });
  await it("gets text", async () =>
    hasText(await call("test_simple_text"), "This is a simple text response for testing."));
  await it("gets an image, a sound and a resource", async () => {
    assert.equal((await call("test_image_content")).content[0].mimeType, "image/png");
    assert.equal((await call("test_audio_content")).content[0].mimeType, "audio/wav");
    assert.equal((await call("test_embedded_resource")).content[0].resource.uri, "test://embedded-resource");
  });
  await it("gets structured content", async () => {
    const result = await call("test_structured_content", { dividend: 7, divisor: 2 });
    assert.deepEqual(result.structuredContent, { quotient: 3, remainder: 1 });
    assert.deepEqual(JSON.parse(text(result)), result.structuredContent);
  });
  await it("takes the envelope of a failure beside an output schema", async () => {
    const result = await call("test_structured_content", { dividend: 7, divisor: 0 });
    assert.equal(result.isError, true);
    assert.equal(result.structuredContent.code, "invalid_argument");
    assert.equal(result.structuredContent.retryable, false);
  });
  await it("is told of a wrong argument", async () => {
    const result = await call("test_structured_content", { dividend: "seven" });
    assert.equal(result.isError, true);
    assert.match(text(result), /dividend/);
  });
  await it("is told of an unknown tool", async () => {
    await assert.rejects(call("no_such_tool"), (error) => error.code === -32602);
  });
  await it("takes an error of the tool's own", async () => {
    assert.equal((await call("test_error_handling")).isError, true);
  });
  await it("repeats an argument in a header", async () =>
    hasText(await call("test_x_mcp_header", { region: "eu-west" }), "Region eu-west"));
  await it("hears progress", async () => {
    const [heardSteps, sentSteps] = [[], []];
    const take = transport.onmessage;
    transport.onmessage = (message, ...more) => {
      if (message.method === "notifications/progress") sentSteps.push(message.params.progress);
      take(message, ...more);
    };
    await call("test_tool_with_progress", {}, { onprogress: ({ progress }) => heardSteps.push(progress) });
    transport.onmessage = take;
    assert.deepEqual(sentSteps, [0, 50, 100]);
    // why not always all: the client forgets its listener as it takes the answer, before a step that came in the same read
    assert.deepEqual(heardSteps, [0, 50, 100].slice(0, Math.max(2, heardSteps.length)));
  });
  await it("hears logs", async () => {
    heard.logs.length = 0;
    if (!modern) await client.setLoggingLevel("info");
    const meta = modern ? { _meta: { "io.modelcontextprotocol/logLevel": "info" } } : {};
    await call("test_tool_with_logging", {}, {}, meta);
    assert.deepEqual(heard.logs, ["Tool execution started", "Tool processing data", "Tool execution completed"]);
  });
  await it("hears that tools have changed", async () => {
    const listening = modern ? await client.listen({ toolsListChanged: true }) : undefined;
    await until(() => heard.toolChanges > 0, () => call("test_trigger_tool_change"));
    await listening?.close();
  });
  await it("gets prompts", async () => {
    const { prompts } = await client.listPrompts();
    assert.ok(prompts.some(({ name }) => name === "test_simple_prompt"));
    const prompt = await client.getPrompt({
      name: "test_prompt_with_arguments",
      arguments: { arg1: "one", arg2: "two" },
    });
    assert.equal(prompt.messages[0].content.text, "Prompt with arguments: arg1='one', arg2='two'");
  });
  await it("completes an argument", async () => {
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
      argument: { name: "arg1", value: "test" },
    });
    assert.deepEqual(completion.values, ["test-a", "test-b"]);
  });
  await it("reads resources", async () => {
    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri === "test://static-text"));
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates[0].uriTemplate, "test://template/{id}/data");
    const read = async (uri) => (await client.readResource({ uri })).contents[0];
    assert.equal((await read("test://static-text")).text, "This is the content of the static text resource.");
    assert.equal((await read("test://static-binary")).mimeType, "image/png");
    assert.equal(JSON.parse((await read("test://template/7/data")).text).id, "7");
    await assert.rejects(read("test://nowhere"));
  });
  await it("answers a question to the user", async () => {
    hasText(
      await call("test_elicitation", { message: "Who?" }),
      'User response: action=accept, content={"name":"Ada","username":"ada","email":"a@b.c","color":"blue"}',
    );
    hasText(await call("test_input_required_result_elicitation"), "Hello, Ada!");
  });
  await it("answers a question to its model", async () =>
    hasText(await call("test_sampling", { prompt: "Hi" }), "LLM response: Echo: Hi"));
  await it("answers a question about its roots", async () =>
    assert.match(text(await call("test_input_required_result_list_roots")), /file:\/\/\/project/));
  await it("answers several questions", async () => {
    assert.match(text(await call("test_input_required_result_multi_round")), /^Ada likes .*blue/);
    assert.match(text(await call("test_input_required_result_multiple_inputs")), /Echo: Generate a greeting/);
  });
  await it("gives up a call and makes another", async () => {
    const signal = AbortSignal.timeout(100);
    await assert.rejects(call("slow_compute", { seconds: 60, label: "never" }, { signal }));
    hasText(await call("greet", { name: "Ada" }), "Hello, Ada!");
  });
  await it("makes many calls at once", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const results = await Promise.all(names.map((name) => call("greet", { name })));
    assert.deepEqual(results.map(text), names.map((name) => `Hello, ${name}!`));
  });
  await it("ends, and its server with it", async () => {
    const { pid } = transport;
    await transport.terminateSession?.();
    await client.close();
    if (pid) await processEnds(pid);
  });
}

// why: version 1 has the schema of the result between the call and its options
function callOptions(client, options) {
  return client.getProtocolEra ? [options] : [undefined, options];
}
