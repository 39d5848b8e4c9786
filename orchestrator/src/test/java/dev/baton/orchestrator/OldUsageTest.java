package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.attempt;
import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Older programs kept whatever agents said that they used, also what cannot be added up. */
@Tag("slow")
class OldUsageTest {
  abstract static class Contract {
    @RegisterExtension final Databases databases;
    @TempDir private Path directory;
    private String address = "";
    private TestBaton baton;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @BeforeEach
    void open() {
      address = databases.newAddress();
      baton =
          TestBaton.in(
              directory,
              address,
              setup -> setup.withRules(setup.rules().withBudgetPerDay(new BigDecimal("100"))));
    }

    @AfterEach
    void close() {
      baton.close();
    }

    private void write(String sql) {
      try (var database = Database.open(address);
          var connection = database.dataSource().getConnection();
          var statement = connection.createStatement()) {
        assertThat(statement.executeUpdate(sql)).isPositive();
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }

    /** A task with a budget, and two agents that each cost a dollar. */
    private UUID task() {
      var task = baton.task("Dear");
      baton
          .orchestrator()
          .board()
          .changeTask(
              BoardTaskChange.of(task).withBudget(NewBudget.ofPerson(new BigDecimal("50"))));
      var attempt =
          baton.orchestrator().attemptStarts().start(caller(), attempt(task, "cost 1")).attemptId();
      baton.awaitEnd(attempt);
      baton.orchestrator().followUps().send(caller(), to(attempt, "cost 2"));
      baton.awaitEnd(attempt);
      return task;
    }

    private Cost used() {
      var orchestrator = baton.orchestrator();
      var query = new CostQuery(Optional.empty(), Optional.empty(), orchestrator.costs().since(9));
      for (var by : EnumSet.complementOf(EnumSet.of(CostQuery.By.DAY))) {
        assertThat(orchestrator.costs().sums(query, by)).hasSize(1);
      }
      assertThat(orchestrator.insights().read(query).all().attempts()).isOne();
      return orchestrator.costs().figures(query).total();
    }

    private void goesOn(UUID task) {
      assertThat(baton.orchestrator().costs().budgets(task)).hasSize(2);
      var attempt = baton.orchestrator().attemptStarts().start(caller(), attempt(task, "say on"));
      baton.awaitEnd(attempt.attemptId());
    }

    @Test
    void what_is_too_much_or_less_than_nothing_stops_no_sum_and_no_start() {
      var task = task();
      var highest = Long.MAX_VALUE;

      baton.restartAfter(
          () ->
              write(
                  "update agent_cost set input_tokens = %d, cached_tokens = -5, output_tokens = %d, cost = %d"
                      .formatted(highest, highest, highest)));

      assertThat(used().tokens()).as("numbers that none can have").isEmpty();
      assertThat(used().isCounted()).isFalse();
      assertThat(used().usd()).as("a cost that none can have").isEmpty();
      assertThat(used().isKnown()).isFalse();
      goesOn(task);
    }

    @Test
    void a_cost_below_nothing_lowers_no_sum() {
      var task = task();

      baton.restartAfter(
          () ->
              write(
                  "update agent_cost set cost = -5000000000 where process_id = (select"
                      + " min(process_id) from agent_cost)"));

      assertThat(used().usd()).contains(new BigDecimal("1.00"));
      assertThat(used().isCounted()).isTrue();
      assertThat(used().isKnown()).isFalse();
      goesOn(task);
    }

    @Test
    void what_agents_said_before_there_was_an_account_is_taken_over_as_far_as_it_counts() {
      var task = task();

      baton.restartAfter(
          () -> {
            write("delete from agent_cost");
            write(
                """
                update execution_process set usage = '{"scope":"TURN","input":9223372036854775807,\
                "cached":-1,"output":9223372036854775807,"cost":"1E+999999999"}'
                where reason = 'codingagent'
                """);
          });

      assertThat(used().usage()).isEmpty();
      assertThat(used().turns()).isEqualTo(2);
      goesOn(task);
    }

    @Test
    void of_agents_that_told_their_cost_alone_the_tokens_are_unknown() {
      var task = task();

      baton.restartAfter(
          () -> {
            write("delete from agent_cost");
            write(
                """
                update execution_process set usage = '{"scope":"TURN","costScope":"TURN",\
                "cost":"1.5"}' where reason = 'codingagent'
                """);
          });

      assertThat(used().usd()).contains(new BigDecimal("3.00"));
      assertThat(used().isKnown()).isTrue();
      assertThat(used().tokens()).isEmpty();
      assertThat(used().isCounted()).isFalse();
      goesOn(task);
    }
  }

  @Nested
  class InFiles extends Contract {
    InFiles() {
      super(Dialect.SQLITE);
    }
  }

  @Nested
  class InServers extends Contract {
    InServers() {
      super(Dialect.POSTGRESQL);
    }
  }
}
