// The tool of the bench, as the TypeScript SDK registers one.
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const inputSchema = z.strictObject({ text: z.string().describe('What to answer') });

export function echoServer() {
  const server = new McpServer({ name: 'bench', version: '1' });
  server.registerTool(
    'echo',
    { description: 'Answers with the text it is given', inputSchema },
    async ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  return server;
}
