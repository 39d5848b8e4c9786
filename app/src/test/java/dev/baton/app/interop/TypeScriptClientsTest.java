package dev.baton.app.interop;

import dev.baton.app.NodeTools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The official TypeScript clients against the fixture server, each over every transport. */
@Timeout(120)
@Tag("slow")
class TypeScriptClientsTest {
  private static final List<String> EVERYTHING =
      List.of(
          "connects",
          "lists all tools",
          "gets text",
          "gets an image, a sound and a resource",
          "gets structured content",
          "takes the envelope of a failure beside an output schema",
          "is told of a wrong argument",
          "is told of an unknown tool",
          "takes an error of the tool's own",
          "repeats an argument in a header",
          "hears progress",
          "hears logs",
          "hears that tools have changed",
          "gets prompts",
          "completes an argument",
          "reads resources",
          "answers a question to the user",
          "answers a question to its model",
          "answers a question about its roots",
          "answers several questions",
          "gives up a call and makes another",
          "makes many calls at once",
          "ends, and its server with it");

  private static final List<String> TASKS =
      List.of(
          "gets an answer without a task",
          "sees a task work and complete",
          "reads a failure of the tool",
          "reads an error of the protocol",
          "answers a task that needs input",
          "answers a task that needs two inputs at once",
          "answers before the task begins",
          "cancels a task",
          "leaves a task and comes back to it",
          "is told of an unknown task",
          "hears how a task ends",
          "lists tasks where that exists",
          "ends, and its server with it");

  @TempDir private Path data;

  @ParameterizedTest
  @EnumSource
  void version_2_works_by_handshake_by_probe_and_pinned(FixtureServer.Way way)
      throws IOException, InterruptedException {
    script("typescript-client.mjs").passes(each(EVERYTHING, "legacy", "auto", "pinned"), way, data);
  }

  // why not without a token too: nothing but that header differs, and it costs time
  @ParameterizedTest
  @EnumSource(names = {"HTTP_WITH_TOKEN", "STDIO"})
  void version_1_works(FixtureServer.Way way) throws IOException, InterruptedException {
    script("typescript-sdk-1.mjs").passes(each(EVERYTHING, "1.x"), way, data);
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_WITH_TOKEN", "STDIO"})
  void the_client_of_tasks_works_in_both_generations(FixtureServer.Way way)
      throws IOException, InterruptedException {
    script("tasks-client.mjs").passes(each(TASKS, "2025-11-25", "2026-07-28"), way, data);
  }

  private static ClientScript script(String name) throws IOException, InterruptedException {
    return new ClientScript(name, NodeTools.installOrSkip("The official TypeScript clients"));
  }

  private static List<String> each(List<String> checks, String... labels) {
    return Stream.of(labels)
        .flatMap(label -> checks.stream().map(check -> label + ": " + check))
        .toList();
  }
}
