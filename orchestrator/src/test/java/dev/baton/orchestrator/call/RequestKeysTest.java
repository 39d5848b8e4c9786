package dev.baton.orchestrator.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.call.RequestKeys.Fingerprint;
import dev.baton.orchestrator.call.RequestKeys.KeyedCall;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.store.Store;
import dev.baton.task.TaskOwner;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestKeysTest {
  @RegisterExtension final Databases databases = Databases.of(Dialect.SQLITE);

  @Test
  void of_two_calls_with_one_key_at_two_servers_the_later_one_hears_that_the_other_is_under_way() {
    var store = Store.open(databases.openNew());
    var keys = new RequestKeys(Clock.systemUTC());
    var call =
        new KeyedCall(
            new Caller(TaskOwner.LOCAL, Optional.of("once")),
            "start_task_attempt",
            Fingerprint.of("same"));
    store.write(tables -> keys.remember(tables, call, "done by the other"));

    assertThatThrownBy(
            () ->
                keys.alone(
                    call, () -> store.write(tables -> keys.remember(tables, call, "done here"))))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure ->
                assertThat(failure.code()).isEqualTo(BoardFailureCode.IDEMPOTENCY_IN_PROGRESS))
        .hasMessage("A call of start_task_attempt with request_id 'once' is under way");
  }
}
