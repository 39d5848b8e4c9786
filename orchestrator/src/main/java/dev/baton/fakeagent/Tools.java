package dev.baton.fakeagent;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The commands that do something to the world outside. */
final class Tools {
  private final Options options;
  private final ConversationFile conversation;
  private final EventStream events;
  private final ApprovalRequests approvals;
  private int uses;

  Tools(Options options, ConversationFile conversation, EventStream events, StandardInput input) {
    this.options = options;
    this.conversation = conversation;
    this.events = events;
    approvals = new ApprovalRequests(events, input);
  }

  /** Does what the line says; false if that is no use of a tool. */
  boolean use(ScriptLine line) throws IOException, InterruptedException {
    switch (line.word()) {
      case "write", "append", "delete", "commit" -> {
        if (line.rest().isBlank()) {
          return false;
        }
        change(line);
      }
      case "spawn" -> {
        if (line.millis() < 0) {
          return false;
        }
        spawn(line);
      }
      case "ask" -> ask(line.rest());
      case "choose" -> choose(line.rest());
      case "mcp" -> {
        if (line.rest().isBlank()) {
          return false;
        }
        mcp(line);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void change(ScriptLine line) throws IOException, InterruptedException {
    if (options.isPlan()) {
      events.say("would " + line.text());
      return;
    }
    switch (line.word()) {
      case "write" -> write(line, false);
      case "append" -> write(line, true);
      case "delete" -> delete(line.rest().strip());
      default -> commit(line.rest());
    }
  }

  private void write(ScriptLine line, boolean append) throws IOException {
    var path = line.argument();
    var text = line.restAfterArgument() + "\n";
    var input = new JsonWriter().member("path", path).member("text", text);
    var use = start(line.word(), "edit", input);
    var directory = new File(path).getAbsoluteFile().getParentFile();
    if (!directory.isDirectory() && !directory.mkdirs()) {
      use.fail("Directory " + directory + " cannot be made");
      return;
    }
    try (var file = new FileOutputStream(path, append)) {
      file.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      use.fail("" + e.getMessage());
      return;
    }
    use.complete(append ? "appended" : "written");
  }

  private void delete(String path) throws IOException {
    var use = start("delete", "edit", new JsonWriter().member("path", path));
    if (new File(path).delete()) {
      use.complete("deleted");
    } else {
      use.fail(path + " cannot be deleted");
    }
  }

  private void commit(String message) throws IOException, InterruptedException {
    var use = start("commit", "execute", new JsonWriter().member("message", message));
    var done = ChildProgram.run("git", "add", "-A");
    if (done.succeeded()) {
      done =
          ChildProgram.run(
              "git",
              "-c",
              "user.name=Fake Agent",
              "-c",
              "user.email=fake-agent@localhost",
              "-c",
              "commit.gpgsign=false",
              "commit",
              "-q",
              "-m",
              message);
    }
    if (done.succeeded()) {
      use.complete("committed");
    } else {
      use.fail(done.output());
    }
  }

  private void spawn(ScriptLine line) throws IOException {
    var use = start("spawn", "execute", new JsonWriter().member("seconds", line.rest()));
    ChildProgram.leave("sleep", line.rest().strip());
    use.complete("a child runs");
  }

  private void ask(String question) throws IOException {
    var use = start("ask", "other", new JsonWriter().member("text", question));
    if (!options.asks()) {
      use.complete("approved");
      return;
    }
    var refusal = approvals.ask(use, "ask", question);
    if (refusal == null) {
      use.complete("approved");
    } else {
      use.deny(refusal);
      events.say("denied: " + refusal);
    }
  }

  /** Asks a question with what can be chosen, all with bars between them. */
  private void choose(String text) throws IOException {
    var parts = text.split("\\|", -1);
    var options = new StringBuilder();
    for (var i = 1; i < parts.length; i++) {
      options.append(i > 1 ? "," : "").append(new JsonWriter().member("label", parts[i].strip()));
    }
    var question =
        new JsonWriter().member("question", parts[0].strip()).raw("options", "[" + options + "]");
    var input = new JsonWriter().raw("questions", "[" + question + "]");
    var use = start("ask_question", "other", input);
    var reply =
        this.options.asks()
            ? approvals.await(use, "ask_question", parts[0].strip())
            : new ApprovalRequests.Reply(true, "");
    if (reply.isGranted()) {
      use.complete("answered");
      events.say("chosen: " + reply.words());
    } else {
      use.deny(reply.words());
    }
  }

  private void mcp(ScriptLine line) throws IOException {
    var tool = line.argument();
    var arguments = line.restAfterArgument().isBlank() ? "{}" : line.restAfterArgument();
    var input = new JsonWriter().member("tool", tool).member("arguments", arguments);
    var use = start("mcp", "mcp", input);
    String text;
    try {
      var call = McpCall.send(variable("BATON_URL"), variable("BATON_TOKEN"), tool, arguments);
      text = call.text();
      if (!call.isError()) {
        use.complete(text);
        events.say(text);
        return;
      }
    } catch (IOException e) {
      text = "the server cannot be asked: " + e.getMessage();
    } catch (MalformedJsonException e) {
      text = "that is not JSON: " + e.getMessage();
    }
    use.fail(text);
    events.say(text);
  }

  private static String variable(String name) throws IOException {
    var value = System.getenv(name);
    if (value == null) {
      throw new IOException(name + " is not set");
    }
    return value;
  }

  private ToolEvents start(String name, String kind, JsonWriter input) throws IOException {
    uses++;
    return ToolEvents.start(events, "tool-" + conversation.turns() + "-" + uses, name, kind, input);
  }
}
