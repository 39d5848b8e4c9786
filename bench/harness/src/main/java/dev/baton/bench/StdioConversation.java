package dev.baton.bench;

import java.io.IOException;

/** What a client says first over standard streams, as clients do today: with a handshake. */
final class StdioConversation {
  private static final String LIST =
      """
      {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}\
      """;
  private static final String CALL =
      """
      {"jsonrpc":"2.0","id":3,"method":"tools/call",\
      "params":{"name":"echo","arguments":{"text":"trained"}}}\
      """;

  private StdioConversation() {}

  /** Goes through the handshake and to the first list of tools. */
  static void begin(ServerProgram server) throws IOException {
    server.send(Era.INITIALIZE);
    expect(server, "\"protocolVersion\"");
    server.send(Era.INITIALIZED);
    server.send(LIST);
    expect(server, "\"inputSchema\"");
  }

  /** Calls the tool. */
  static void call(ServerProgram server) throws IOException {
    server.send(CALL);
    expect(server, "trained");
  }

  private static void expect(ServerProgram server, String part) throws IOException {
    var line = server.line();
    if (!line.contains(part)) {
      throw new IOException("Expected %s in: %s".formatted(part, line));
    }
  }
}
