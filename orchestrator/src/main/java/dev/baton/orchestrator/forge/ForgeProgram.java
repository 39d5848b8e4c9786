package dev.baton.orchestrator.forge;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.process.ProgramCall;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The user's own program for a forge, {@code gh} or {@code glab}, which is logged in there.
 * Immutable and thread safe; nothing of a call is left when it returns.
 */
final class ForgeProgram {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MOST_WORDS = 1_000;

  /** How the programs say that the forge is overloaded or down, or the network. */
  private static final Pattern PASSING =
      Pattern.compile(
          "\\bHTTP (?:5\\d\\d|429)\\b|bad gateway|service unavailable|gateway time-?out"
              + "|internal server error|rate limit|timed out|timeout|connection (?:refused|reset)"
              + "|no such host|error connecting|network is unreachable|unexpected EOF",
          Pattern.CASE_INSENSITIVE);

  /** What the programs find their login with, and what keeps them from asking or drawing. */
  private static final Set<String> LOGIN =
      Set.of(
          "GH_TOKEN",
          "GITHUB_TOKEN",
          "GH_ENTERPRISE_TOKEN",
          "GITHUB_ENTERPRISE_TOKEN",
          "GH_CONFIG_DIR",
          "GITLAB_TOKEN",
          "GITLAB_ACCESS_TOKEN",
          "OAUTH_TOKEN",
          "GLAB_CONFIG_DIR",
          "DBUS_SESSION_BUS_ADDRESS",
          "XDG_RUNTIME_DIR");

  private static final Map<String, String> QUIET =
      Map.of(
          "GH_PROMPT_DISABLED", "1",
          "GH_NO_UPDATE_NOTIFIER", "1",
          "NO_COLOR", "1",
          "NO_PROMPT", "1",
          "GLAB_CHECK_UPDATE", "false");

  /**
   * Where and with what it works.
   *
   * @param host the forge
   * @param command the program and its first arguments
   * @param login what the user types to log in
   * @param directory a repository of the forge
   */
  record Setting(String host, List<String> command, String login, Path directory) {}

  private final Setting setting;
  private final ServerVariables environment;

  ForgeProgram(Setting setting, ServerVariables environment) {
    this.setting = setting;
    this.environment = environment;
  }

  String host() {
    return setting.host();
  }

  /** Fails unless the program is there and logged in. */
  void requireLogin() {
    if (find().isEmpty()) {
      throw Forge.unavailable(
          host(),
          "%s was not found on PATH, and it makes the pull requests of %s"
              .formatted(setting.command().getFirst(), host()),
          "Install it and log in with: %s; or name its place in forges.%s.command of config.yaml; push_attempt works without it"
              .formatted(setting.login(), host()));
    }
    var answer = call(List.of("auth", "status", "--hostname", host()), "");
    if (answer.exitCode() != 0) {
      refuseUnreachable(answer);
      throw Forge.unavailable(
          host(),
          "%s is not logged in to %s: %s"
              .formatted(setting.command().getFirst(), host(), words(answer)),
          "Log in with: %s; then repeat the call; push_attempt works without it"
              .formatted(setting.login()));
    }
  }

  /** What it prints. */
  String run(List<String> arguments, String input) {
    var answer = call(arguments, input);
    if (answer.exitCode() != 0) {
      refuseUnreachable(answer);
      throw Forge.unavailable(
          host(),
          "'%s %s' failed for %s: %s"
              .formatted(
                  setting.command().getFirst(),
                  String.join(" ", arguments.subList(0, Math.min(2, arguments.size()))),
                  host(),
                  words(answer)),
          "Fix what it reports (%s if the login has run out), then repeat the call"
              .formatted(setting.login()));
    }
    return answer.output();
  }

  /** What the user cannot mend, and what may be over when it is tried again. */
  private void refuseUnreachable(ProgramCall.Answer answer) {
    if (PASSING.matcher(answer.words()).find()) {
      throw Forge.unreachable(
          host(),
          "%s gets no good answer of %s: %s"
              .formatted(setting.command().getFirst(), host(), words(answer)),
          "Wait a little, then repeat the call");
    }
  }

  JsonNode json(List<String> arguments) {
    var output = run(arguments, "");
    try {
      return Json.MAPPER.readTree(output);
    } catch (JacksonException e) {
      throw Forge.unavailable(
          host(),
          "'%s %s' printed something that is not JSON"
              .formatted(setting.command().getFirst(), String.join(" ", arguments.subList(0, 2))),
          "Install a current version of " + setting.command().getFirst());
    }
  }

  private static String words(ProgramCall.Answer answer) {
    var said = answer.words();
    var shown = said.length() > MOST_WORDS ? said.substring(0, MOST_WORDS) : said;
    return shown.isEmpty()
        ? "exit code %d, without a word".formatted(answer.exitCode())
        : RemoteAddress.withoutSecrets(shown);
  }

  private Optional<Path> find() {
    var program = setting.command().getFirst();
    return program.contains(File.separator)
        ? Optional.of(Path.of(program)).filter(Files::isExecutable)
        : Stream.of(environment.path().split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder, program))
            .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
            .findFirst();
  }

  private ProgramCall.Answer call(List<String> arguments, String input) {
    var words = new ArrayList<>(setting.command());
    find().ifPresent(path -> words.set(0, path.toString()));
    words.addAll(arguments);
    var variables = new HashMap<>(environment.with(LOGIN));
    variables.putAll(QUIET);
    try {
      return new ProgramCall(words, setting.directory(), variables, input, LIMIT).run();
    } catch (IOException e) {
      throw Forge.unavailable(
          host(),
          "%s cannot be run: %s".formatted(setting.command().getFirst(), e.getMessage()),
          "Install it, or name its place in forges.%s.command of config.yaml".formatted(host()));
    } catch (TimeoutException e) {
      throw Forge.unreachable(
          host(),
          "%s did not answer within %d s"
              .formatted(setting.command().getFirst(), LIMIT.toSeconds()),
          "Check the network and that %s is up; then repeat the call".formatted(host()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Forge.unreachable(
          host(),
          "The call of %s was cut short".formatted(setting.command().getFirst()),
          "Repeat the call: what was made is found again");
    }
  }
}
