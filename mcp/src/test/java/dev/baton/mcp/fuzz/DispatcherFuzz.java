package dev.baton.mcp.fuzz;

import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.server.McpServer;
import dev.baton.task.TaskOwner;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Any request gets exactly one answer, and none that speaks of the server's insides. */
public final class DispatcherFuzz {
  /** These answer when something happens, which here nothing does. */
  private static final Set<String> WAITING = Set.of("subscriptions/listen", "tasks/result");

  private static final Pattern INSIDES = Pattern.compile("Exception|\\bat dev\\.baton|java\\.lang");
  private static final McpServer SERVER = FuzzedServer.start();

  private DispatcherFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    Message message;
    try {
      message = MessageReader.read(MessageReader.parse(data, 0, data.length));
    } catch (MalformedMessageException e) {
      return;
    }
    try (var connection = SERVER.connect(TaskOwner.LOCAL)) {
      switch (message) {
        case Message.Notification notification -> SERVER.receive(connection, notification);
        case Message.Response response -> SERVER.receive(connection, response);
        case Message.Request request -> {
          if (!WAITING.contains(request.method())) {
            var reply = new OneAnswer();
            SERVER.serve(connection, request, Headers.NONE, reply);
            reply.check(request);
          }
        }
      }
    }
  }

  /** Counts answers. */
  private static final class OneAnswer implements Reply {
    private int answers;

    void check(Message.Request request) {
      if (answers != 1) {
        throw new AssertionError("%d answers to %s".formatted(answers, request));
      }
    }

    @Override
    public Permit permit() {
      return Permit.LASTING;
    }

    @Override
    public boolean send(ObjectNode message) {
      return true;
    }

    @Override
    public void staysOpen() {}

    @Override
    public void answer(ObjectNode response) {
      answers++;
      var error = response.path("error").path("message").asString("");
      if (INSIDES.matcher(error).find()) {
        throw new AssertionError("An answer about the insides: " + response);
      }
    }

    @Override
    public void refuse(ObjectNode response, Refusal reason) {
      answer(response);
    }

    @Override
    public void withhold() {
      throw new AssertionError("Nobody cancelled");
    }

    @Override
    public void onClientGone(Runnable action) {}
  }
}
