package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.start.AttemptStarts.StartedAttempt;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.node.NodeTable;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Models of an executor that only another node has. */
class ModelsElsewhereTest {
  private static final String FAR = "FAR_AGENT";
  private static final ModelCatalogue MODELS =
      new ModelCatalogue(List.of("big", "small"), List.of("low"));

  @RegisterExtension final Databases sqlite = Databases.of(Dialect.SQLITE);
  @RegisterExtension final Databases postgres = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;

  private Databases databases(Dialect dialect) {
    return dialect == Dialect.SQLITE ? sqlite : postgres;
  }

  /** A worker that begins nothing new, so that what goes there waits in line. */
  private void addWorker(TestBaton baton, Store store, Optional<ModelCatalogue> models) {
    var self = baton.orchestrator().nodes().self();
    var far =
        new NodeFacts.Executor(FAR, List.of("DEFAULT"), "DEFAULT", true, Optional.of("7"), models);
    var facts =
        new NodeFacts(List.of(), List.of(far), "1.0", RepositoryReach.through(self, List.of(self)));
    var data = directory.resolve("elsewhere");
    store.write(
        tables -> {
          tables
              .nodes()
              .begin(new NodeTable.Beginning("elsewhere", NodeSetup.Kind.WORKER, "id", data, 1));
          tables.nodes().setFacts("elsewhere", facts);
          tables.nodes().setDraining("elsewhere", true);
          return facts;
        });
  }

  private static StartedAttempt start(TestBaton baton, ModelChoice choice) {
    return baton
        .orchestrator()
        .attemptStarts()
        .start(
            caller(),
            new NewAttempt(
                baton.task("Choose"),
                FAR,
                Optional.empty(),
                List.of(),
                Optional.of("model"),
                false,
                choice));
  }

  private static String listed(TestBaton baton) {
    var builder = McpServer.named("test", "1");
    Operations.of(baton.orchestrator()).stream()
        .filter(Operation::isTool)
        .forEach(operation -> builder.tool(operation.tool()));
    try (var server = builder.build();
        var model = new MemoryClient(server, TaskOwner.LOCAL).modern("{}")) {
      return model
          .call("list_executors", "{}")
          .path("executors")
          .valueStream()
          .filter(it -> it.path("executor").asString("").equals(FAR))
          .map(it -> "%s %s %s".formatted(it.path("models"), it.path("efforts"), it.path("nodes")))
          .findFirst()
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void are_shown_and_what_it_does_not_take_is_refused_with_them(Dialect dialect) {
    var address = databases(dialect).newAddress();
    try (var baton = TestBaton.in(directory, address)) {
      addWorker(baton, Store.open(databases(dialect).open(address)), Optional.of(MODELS));

      assertThat(listed(baton)).isEqualTo("[\"big\",\"small\"] [\"low\"] [\"elsewhere\"]");
      assertThatThrownBy(() -> start(baton, ModelChoice.ofModel("smal")))
          .hasMessage("Executor FAR_AGENT has no model 'smal'; did you mean 'small'?")
          .extracting(it -> ((ToolFailure) it).hint())
          .isEqualTo("Repeat the call without model, or with one of: big, small");
      assertThatThrownBy(
              () -> start(baton, new ModelChoice(Optional.of("big"), Optional.of("huge"))))
          .hasMessage("Executor FAR_AGENT has no effort 'huge'");
      assertThat(start(baton, new ModelChoice(Optional.of("big"), Optional.of("low"))).waiting())
          .isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void are_not_checked_as_long_as_that_node_does_not_say_them(Dialect dialect) {
    var address = databases(dialect).newAddress();
    try (var baton = TestBaton.in(directory, address)) {
      addWorker(baton, Store.open(databases(dialect).open(address)), Optional.empty());

      assertThat(listed(baton)).isEqualTo("[] [] [\"elsewhere\"]");
      assertThat(start(baton, ModelChoice.ofModel("any")).waiting()).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void the_executor_can_be_wished_for_a_task_that_starts_by_itself(Dialect dialect) {
    var address = databases(dialect).newAddress();
    try (var baton = TestBaton.in(directory, address)) {
      addWorker(baton, Store.open(databases(dialect).open(address)), Optional.of(MODELS));
      var first = baton.task("First");

      var waits = startsByItself(baton, first, new AutoStart(FAR, Optional.of("DEFAULT")));

      assertThat(waits.autoStart()).isPresent();
      assertThatThrownBy(
              () -> startsByItself(baton, first, new AutoStart(FAR, Optional.of("LOUD"))))
          .isInstanceOf(ToolFailure.class);
      assertThatThrownBy(
              () -> startsByItself(baton, first, new AutoStart("NOBODY", Optional.empty())))
          .hasMessageContaining("There is no executor 'NOBODY'");
    }
  }

  private static BoardTaskOverview startsByItself(
      TestBaton baton, UUID blocker, AutoStart autoStart) {
    return baton
        .orchestrator()
        .board()
        .createTask(
            caller(),
            new NewBoardTask(
                baton.projectId(),
                "Later",
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(blocker.toString()),
                Optional.of(autoStart)));
  }
}
