package dev.baton.orchestrator.notice;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.process.ProgramCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * Runs a program with each notice as JSON on its standard input. Thread safe.
 *
 * @param environment all variables that the program gets
 */
public record CommandHook(List<String> command, Map<String, String> environment, Duration limit)
    implements Channel {
  private static final int MOST_WORDS = 300;

  public CommandHook {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  @Override
  public String kind() {
    return "command";
  }

  /** Arguments may be secret. */
  @Override
  public String place() {
    return command.getFirst();
  }

  @Override
  public Outcome send(Notice notice) throws InterruptedException {
    var input = new String(Json.bytes(notice.json()), StandardCharsets.UTF_8);
    try {
      var answer = new ProgramCall(command, Path.of(""), environment, input, limit).run();
      return answer.exitCode() == 0
          ? new Outcome.Delivered()
          : new Outcome.Refused(
              "%s ended with %d%s".formatted(place(), answer.exitCode(), said(answer)));
    } catch (IOException e) {
      return new Outcome.Unreachable("%s cannot be run: %s".formatted(place(), e.getMessage()));
    } catch (TimeoutException e) {
      return new Outcome.Refused("%s was stopped after %d s".formatted(place(), limit.toSeconds()));
    }
  }

  private static String said(ProgramCall.Answer answer) {
    var words = answer.words().replaceAll("\\s+", " ");
    return words.isEmpty() ? "" : ": " + words.substring(0, Math.min(words.length(), MOST_WORDS));
  }
}
