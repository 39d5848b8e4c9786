package dev.baton.bench;

import static dev.baton.bench.CallTemplate.NUMBER;

/**
 * A request of the newer era, which needs no handshake.
 *
 * @param name what the method is about, as a header repeats it
 * @param members of the parameters, without braces
 * @param capabilities of the client, as JSON
 * @param meta further members of {@code _meta}, each with a comma before it
 * @param headers further header lines, each with its end
 */
record ModernRequest(
    String method, String name, String members, String capabilities, String meta, String headers) {
  private static final String VERSION = Era.NEWER.wireName();

  static ModernRequest call(String tool, String arguments) {
    return of("tools/call", tool, "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments));
  }

  static ModernRequest prompt(String prompt, String arguments) {
    return of(
        "prompts/get", prompt, "\"name\":\"%s\",\"arguments\":%s".formatted(prompt, arguments));
  }

  static ModernRequest task(String id) {
    return new ModernRequest(
        "tasks/get",
        id,
        "\"taskId\":\"%s\"".formatted(id),
        "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}",
        "",
        "");
  }

  private static ModernRequest of(String method, String name, String members) {
    return new ModernRequest(method, name, members, "{}", "", "");
  }

  /** The same, to be recorded in a run. */
  ModernRequest inRun(String task) {
    var meta = ",\"_task_id\":\"%s\"".formatted(task);
    return new ModernRequest(method, name, members, capabilities, meta, headers);
  }

  ModernRequest withToken(String token) {
    var authorization = "Authorization: Bearer %s\r\n".formatted(token);
    return new ModernRequest(method, name, members, capabilities, meta, authorization);
  }

  /** To be repeated; every answer has to have this text in it. */
  CallTemplate expecting(String text) {
    return new CallTemplate(text(), text);
  }

  String text() {
    var body =
        """
        {"jsonrpc":"2.0","id":%s,"method":"%s","params":{%s,"_meta":{\
        "io.modelcontextprotocol/protocolVersion":"%s",\
        "io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},\
        "io.modelcontextprotocol/clientCapabilities":%s%s}}}\
        """
            .formatted(NUMBER, method, members, VERSION, capabilities, meta);
    return Era.post(
        "MCP-Protocol-Version: %s\r\nMcp-Method: %s\r\nMcp-Name: %s\r\n%s"
            .formatted(VERSION, method, name, headers),
        body);
  }
}
