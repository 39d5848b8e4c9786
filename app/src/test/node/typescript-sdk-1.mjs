// @modelcontextprotocol/sdk 1.x, which most hosts have today.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as types from "@modelcontextprotocol/sdk/types.js";
import { bearer, check, target } from "./checks.mjs";
import { CAPABILITIES, listen, tryEverything } from "./everything.mjs";

const SCHEMAS = {
  "elicitation/create": types.ElicitRequestSchema,
  "sampling/createMessage": types.CreateMessageRequestSchema,
  "roots/list": types.ListRootsRequestSchema,
  "notifications/message": types.LoggingMessageNotificationSchema,
  "notifications/tools/list_changed": types.ToolListChangedNotificationSchema,
};
const on = {
  request: (client, method, handler) => client.setRequestHandler(SCHEMAS[method], handler),
  notification: (client, method, handler) => client.setNotificationHandler(SCHEMAS[method], handler),
};

const client = new Client({ name: "typescript-sdk-1", version: "1" }, { capabilities: CAPABILITIES });
const heard = listen(client, on);
const transport = target.url
  ? new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: bearer } })
  : new StdioClientTransport(target);
await check("1.x: connects", async () => {
  await client.connect(transport);
  assert.equal(client.getServerVersion().name, "baton-conformance");
});
await tryEverything("1.x", { client, heard, modern: false, transport });
process.exit(0);
