// What the scripts of the clients share: where the server is, and one line of JSON for each check.
import assert from "node:assert/strict";

const CHECK_LIMIT = 30_000;
const SCRIPT_LIMIT = 90_000;

/** Either {url, token?} or {command, args}. */
export const target = JSON.parse(process.argv[2]);
export const bearer = target.token ? { Authorization: `Bearer ${target.token}` } : {};
export const TIMES = { timeout: CHECK_LIMIT };

// why: a client that hangs must not keep the build waiting
setTimeout(() => process.exit(3), SCRIPT_LIMIT).unref();

export async function check(name, body) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${CHECK_LIMIT} ms`)), CHECK_LIMIT);
  });
  const outcome = await Promise.race([body(), late]).then(
    () => "ok",
    (error) => String(error?.stack ?? error),
  );
  clearTimeout(timer);
  console.log(JSON.stringify({ check: name, outcome }));
}

/** Repeats an action until the condition holds; the limit is that of the check. */
export async function until(condition, action = async () => {}) {
  while (!condition()) {
    await action();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const text = (result) => result.content.map((block) => block.text).join("");

export function hasText(result, expected) {
  assert.equal(text(result), expected);
  assert.ok(!result.isError, "isError");
}

/** What a client answers to the server's questions; the same for all clients. */
export const answers = {
  elicit: async () => ({ action: "accept", content: { name: "Ada", username: "ada", email: "a@b.c", color: "blue" } }),
  sample: async (request) => ({
    role: "assistant",
    model: "none",
    content: { type: "text", text: `Echo: ${request.params.messages[0].content.text}` },
  }),
  roots: async () => ({ roots: [{ uri: "file:///project", name: "work" }] }),
};

export async function processEnds(pid) {
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
}
