// @modelcontextprotocol/client, in each way it can find out what the server speaks.
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { bearer, check, target } from "./checks.mjs";
import { CAPABILITIES, listen, tryEverything } from "./everything.mjs";

const on = {
  request: (client, method, handler) => client.setRequestHandler(method, handler),
  notification: (client, method, handler) => client.setNotificationHandler(method, handler),
};

async function tryMode(label, mode, version) {
  const client = new Client(
    { name: "typescript-client", version: "1" },
    { capabilities: CAPABILITIES, versionNegotiation: { mode } },
  );
  const heard = listen(client, on);
  const transport = target.url
    ? new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: bearer } })
    : new StdioClientTransport(target);
  await check(`${label}: connects`, async () => {
    await client.connect(transport);
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.equal(client.getServerVersion().name, "baton-conformance");
    assert.match(client.getInstructions(), /fixture server/);
  });
  const modern = client.getProtocolEra() === "modern";
  await tryEverything(label, { client, heard, modern, transport });
}

await Promise.all([
  tryMode("legacy", "legacy", "2025-11-25"),
  tryMode("auto", "auto", "2026-07-28"),
  tryMode("pinned", { pin: "2026-07-28" }, "2026-07-28"),
]);
process.exit(0);
