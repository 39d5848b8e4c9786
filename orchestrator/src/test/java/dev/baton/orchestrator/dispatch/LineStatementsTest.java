package dev.baton.orchestrator.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.LongLine;
import dev.baton.orchestrator.turn.AgentExecutors;
import dev.baton.orchestrator.turn.TurnOpening;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database is asked as often for a long line as for a short one. */
@Tag("slow")
class LineStatementsTest {
  @RegisterExtension final Databases sqlite = Databases.of(Dialect.SQLITE);
  @RegisterExtension final Databases postgres = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void many_who_cannot_begin_are_no_more_work_than_few(Dialect dialect) {
    var waiting = new LongLine((dialect == Dialect.SQLITE ? sqlite : postgres).openNew());
    var node = Node.join(waiting.store(), directory, NodeSetup.SERVER, 2);
    var line = line(waiting, node);
    var projects = List.of(waiting.project(), waiting.project(), waiting.project());
    waiting.spend(projects.get(1));

    var few = join(waiting, line, node.name(), projects, 2);
    var many = join(waiting, line, node.name(), projects, 40);

    assertThat(many).isEqualTo(few);
    var left = waiting.store().read(tables -> tables.line().countWaiting());
    assertThat(left).isEqualTo(3 * 42);
  }

  /** Lets so many wait for a node, for money of their project and for money of their task. */
  private static int join(
      LongLine waiting, Line line, String node, List<UUID> projects, int count) {
    waiting.join(projects.get(0), count, "gone", LongLine.NONE);
    waiting.join(projects.get(1), count, node, LongLine.NONE);
    waiting.join(projects.get(2), count, node, LongLine.USED_UP);
    return waiting.countStatements(tables -> assertThat(line.admit(tables)).isEmpty());
  }

  private Line line(LongLine waiting, Node node) {
    var catalogue =
        new KnownAgents(
                new ServerVariables(Map.of()),
                FakeAgentProgram.commandLine(List.of()),
                directory.resolve("conversations"))
            .catalogue(List.of());
    var executors = new AgentExecutors(() -> catalogue);
    var report = new NodeReport(waiting.store(), node, executors, () -> RepositoryReach.UNKNOWN);
    var clock = Clock.systemUTC();
    return new Line(
        report,
        new AttemptLimits(2, 2),
        new Budgets(Optional.empty(), clock),
        new TurnOpening(executors, UUID::randomUUID, clock));
  }
}
