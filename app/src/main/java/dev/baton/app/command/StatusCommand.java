package dev.baton.app.command;

import dev.baton.app.background.ServerFile;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton status}: whether a server runs, and where. */
@Command(
    name = "status",
    description = "Say whether a server runs, and where; exits with 1 if none does.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {"", "Examples:", "  baton status", "  baton status --json | jq -r .url"})
final class StatusCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  StatusCommand(Map<String, String> environment) {
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    var running = ServerFile.findRunning(data.directory());
    var answer = Json.object().put("running", running.isPresent());
    answer.put("data_dir", data.directory().toString());
    running.ifPresent(
        server ->
            answer
                .put("pid", server.pid())
                .put("url", server.url())
                .put("version", server.version())
                .put("started", server.started().toString()));
    var out = spec.commandLine().getOut();
    out.println(
        json
            ? answer.toString()
            : running
                .map(
                    server ->
                        "A server runs at %s (pid %d, version %s)."
                            .formatted(server.url(), server.pid(), server.version()))
                .orElse("No server runs for %s.".formatted(data.directory())));
    out.flush();
    return running.isPresent() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
