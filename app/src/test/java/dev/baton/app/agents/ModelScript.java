package dev.baton.app.agents;

import dev.baton.app.agents.ModelRequest.Who;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the model does, as the last prompt says: each line that begins with {@value #MARK} is a
 * step, and the answers of tools since then say which is next. So the model has no state of its
 * own.
 */
final class ModelScript {
  private static final String MARK = "model> ";

  /** How the server asks for conflicts to be resolved; which files they are stands below it. */
  private static final String CONFLICT = "these files are in conflict:";

  private static final String WAIT = "WaitForMcpServers";
  private static final int MOST_WAITS = 20;
  private static final Pattern FIELD = Pattern.compile("\\$([a-z_]+)");

  private ModelScript() {}

  /** A prompt that makes the model do this, step by step. */
  static String of(String... steps) {
    return Stream.of(steps)
        .map(step -> MARK + step)
        .reduce((first, second) -> first + "\n" + second)
        .orElse("");
  }

  static Reply next(ModelRequest request) {
    var history = request.history();
    int start = history.size() - 1;
    while (start > 0
        && (history.get(start).who() != Who.USER || steps(history.get(start).text()).isEmpty())) {
      start--;
    }
    var steps = steps(history.get(Math.max(start, 0)).text());
    long done =
        history.subList(Math.max(start, 0), history.size()).stream()
            .filter(said -> said.who() == Who.TOOL)
            .count();
    // why: to wait for servers is no step, but what a model does when it misses a tool
    done -= request.count(WAIT);
    return done < steps.size() ? reply(steps.get((int) done), request) : new Reply.Say("Done.");
  }

  private static List<String> steps(String text) {
    if (text.contains(CONFLICT)) {
      return text.lines()
          .filter(line -> line.startsWith("- "))
          .map(line -> line.substring(2))
          .flatMap(path -> Stream.of("read " + path, "write %s both sides".formatted(path)))
          .toList();
    }
    return text.lines()
        .filter(line -> line.startsWith(MARK))
        .map(line -> line.substring(MARK.length()))
        .toList();
  }

  private static Reply reply(String step, ModelRequest request) {
    var words = step.split(" ", 2);
    var rest = words.length > 1 ? words[1] : "";
    return switch (words[0]) {
      case "say" -> new Reply.Say(rest);
      case "read" -> new Reply.Call("Read", Json.object().put("file_path", request.absolute(rest)));
      case "write" -> write(rest.split(" ", 2), request);
      case "shell" -> shell(rest, request);
      case "tool" -> tool(rest.split(" ", 2), request);
      case "error" -> new Reply.Refuse(Integer.parseInt(rest.split(" ", 2)[0]), rest);
      case "hang" -> new Reply.Hang();
      default -> throw new IllegalArgumentException("The model knows no step '%s'".formatted(step));
    };
  }

  private static Reply write(String[] file, ModelRequest request) {
    var path = request.absolute(file[0]);
    var text = file[1].replace("\\n", "\n");
    if (request.hasTool("apply_patch")) {
      var patch =
          "*** Begin Patch\n*** Add File: %s\n+%s\n*** End Patch\n"
              .formatted(file[0], text.replace("\n", "\n+"));
      return new Reply.Call("apply_patch", Json.object().put("input", patch));
    }
    return firstOf(request, "Write", "write_file")
        .<Reply>map(
            tool ->
                new Reply.Call(
                    tool, Json.object().put("file_path", path).put("content", text + "\n")))
        .orElseGet(() -> missing("to write files", request));
  }

  private static Reply shell(String command, ModelRequest request) {
    return firstOf(request, "Bash", "exec_command", "run_shell_command")
        .<Reply>map(
            tool ->
                new Reply.Call(
                    tool,
                    Json.object()
                        .put(tool.equals("exec_command") ? "cmd" : "command", command)
                        .put("description", "Run it")))
        .orElseGet(() -> missing("to run commands", request));
  }

  private static Reply tool(String[] call, ModelRequest request) {
    return request
        .findTool(call[0])
        .<Reply>map(
            name ->
                new Reply.Call(
                    name, Json.parseObject(call.length > 1 ? filled(call[1], request) : "{}")))
        .orElseGet(
            () ->
                request.hasTool(WAIT) && request.count(WAIT) < MOST_WAITS
                    ? new Reply.Call(WAIT, Json.object())
                    : missing("named " + call[0], request));
  }

  /** With the values of fields that were answered before, where their names stand after a $. */
  private static String filled(String arguments, ModelRequest request) {
    return FIELD
        .matcher(arguments)
        .replaceAll(field -> Matcher.quoteReplacement(request.answered(field.group(1))));
  }

  private static Optional<String> firstOf(ModelRequest request, String... names) {
    return Stream.of(names).filter(request::hasTool).findFirst();
  }

  private static Reply missing(String what, ModelRequest request) {
    return new Reply.Say("I have no tool %s, only %s".formatted(what, request.tools()));
  }
}
