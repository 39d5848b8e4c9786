package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** The code that the documentation shows. */
class TaskExamplesTest {
  private final JsonNodeFactory json = JsonNodeFactory.instance;

  @Test
  void a_task_is_created_and_found_by_its_owner() {
    // @start region="store"
    TaskStore store = new InMemoryTaskStore(Clock.systemUTC(), TaskLimits.DEFAULT);
    var subject = json.objectNode().put("tool", "deploy");

    TaskRecord task =
        store.create(NewTask.of(TaskOwner.LOCAL, TaskKind.TOOL_CALL, subject, TaskLimits.DEFAULT));
    // @end

    assertThat(store.find(TaskOwner.LOCAL, task.id())).contains(task);
  }

  @Test
  void a_task_is_changed_through_its_store() {
    TaskStore store = new InMemoryTaskStore(Clock.systemUTC(), TaskLimits.DEFAULT);
    TaskId id = store.create(TaskStoreFixture.toolCall(TaskOwner.LOCAL)).id();

    // @start region="change"
    TaskRecord done =
        store.update(
            TaskOwner.LOCAL,
            id,
            task ->
                task.withVariable("region", json.stringNode("eu"))
                    .completedWith(json.objectNode().put("deployed", true)));
    // @end

    assertThat(done.status()).isEqualTo(TaskStatus.COMPLETED);
  }

  @Test
  void a_result_of_any_size_is_kept_with_its_task() {
    TaskStore store = new InMemoryTaskStore(Clock.systemUTC(), TaskLimits.DEFAULT);
    TaskId id = store.create(TaskStoreFixture.workflowRun(TaskOwner.LOCAL)).id();
    var log = json.stringNode("line\n".repeat(1_000_000));

    // @start region="result"
    store.change(
        TaskOwner.LOCAL,
        id,
        task -> TaskChange.to(task).withResult("log", "build", log, TaskLimits.DEFAULT));
    // @end

    assertThat(store.findResult(TaskOwner.LOCAL, id, "build")).contains(log);
  }
}
