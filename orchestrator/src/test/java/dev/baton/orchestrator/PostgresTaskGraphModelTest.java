package dev.baton.orchestrator;

import dev.baton.database.Dialect;
import dev.baton.property.Given;
import dev.baton.property.Property;
import org.junit.jupiter.api.Tag;

/** Fewer tries, because each needs a database of its own. */
@Tag("slow")
class PostgresTaskGraphModelTest extends TaskGraphModelContract {
  PostgresTaskGraphModelTest() {
    super(Dialect.POSTGRESQL);
  }

  @Override
  @Property(tries = 2)
  void tasks_start_when_their_last_blocker_is_done_and_not_before(Given given) throws Exception {
    super.tasks_start_when_their_last_blocker_is_done_and_not_before(given);
  }

  @Override
  @Property(tries = 2)
  void who_stands_in_line_is_who_is_due_and_begins_when_there_is_room(Given given)
      throws Exception {
    super.who_stands_in_line_is_who_is_due_and_begins_when_there_is_room(given);
  }
}
