package dev.baton.orchestrator.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import org.junit.jupiter.api.Test;

class InputKeyTest {
  private static String key(String input) {
    return key("", input);
  }

  private static String key(String summary, String input) {
    return InputKey.of(
        new ApprovalRequested("1", "tool", summary, Json.parseObject(input.replace('\'', '"'))));
  }

  @Test
  void the_order_of_members_and_the_writing_of_numbers_make_no_difference() {
    assertThat(key("one", "{'a': 1.0, 'b': {'c': [1, 2], 'd': null}}"))
        .isEqualTo(key("two", "{'b': {'d': null, 'c': [1, 2e0]}, 'a': 1}"));
  }

  @Test
  void another_value_is_another_input() {
    assertThat(key("{'a': 'b'}"))
        .isNotEqualTo(key("{'a': 'c'}"))
        .isNotEqualTo(key("{'a': ['b']}"))
        .isNotEqualTo(key("{'a': 'b', 'c': null}"))
        .isNotEqualTo(key("{'ab': ''}"));
    assertThat(key("{'a': 1}")).isNotEqualTo(key("{'a': '1'}"));
    assertThat(key("{'a': [1, 2]}"))
        .isNotEqualTo(key("{'a': [2, 1]}"))
        .isNotEqualTo(key("{'a': [12]}"));
    assertThat(key("{'a': true}")).isNotEqualTo(key("{'a': 'true'}"));
  }

  @Test
  void an_agent_that_does_not_say_the_input_is_known_by_its_words() {
    assertThat(key("rm a", "{}")).isEqualTo(key("rm a", "{}")).isNotEqualTo(key("rm b", "{}"));
  }
}
