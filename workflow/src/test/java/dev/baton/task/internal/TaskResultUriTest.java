package dev.baton.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskResultUriTest {
  @ParameterizedTest
  @ValueSource(strings = {"deploy", "a/b", "50% + 50%", "größe", "x y", "a?b#c"})
  void it_reads_what_it_wrote(String name) {
    var uri = new TaskResultUri("t1", name);

    assertThat(TaskResultUri.parse(uri.toString())).contains(uri);
  }

  @Test
  void a_plain_name_stays_as_it_is() {
    assertThat(new TaskResultUri("t1", "deploy")).hasToString("resource://tasks/t1/results/deploy");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "resource://tasks/t1",
        "resource://tasks/t1/results/",
        "resource://tasks/t1/results/a/b",
        "resource://tasks/t1/results/%zz",
        "resource://tasks/%20/results/a",
        "file://tasks/t1/results/a"
      })
  void the_address_of_something_else_is_none(String uri) {
    assertThat(TaskResultUri.parse(uri)).isEmpty();
  }

  @Test
  void a_result_has_a_name() {
    assertThatThrownBy(() -> new TaskResultUri("t1", " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A result ' ' of task 't1' needs both");
  }
}
