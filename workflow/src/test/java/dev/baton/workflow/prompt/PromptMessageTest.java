package dev.baton.workflow.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptMessageTest {
  private static final ToolHandle<Void, Void> DEPLOY = ToolHandle.named("deploy");
  private static final ResourceHandle GUIDE = ResourceHandle.of("resource://guide");

  @Test
  void strings_handles_and_content_are_all_accepted_from_either_side() {
    var text = new PromptContent.Text("hello");
    var tool = new PromptContent.ToolRef(DEPLOY);
    var resource = new PromptContent.ResourceEmbed(GUIDE);

    assertThat(PromptMessage.user("hello")).isEqualTo(new PromptMessage(PromptRole.USER, text));
    assertThat(PromptMessage.user(DEPLOY)).isEqualTo(new PromptMessage(PromptRole.USER, tool));
    assertThat(PromptMessage.user(GUIDE)).isEqualTo(new PromptMessage(PromptRole.USER, resource));
    assertThat(PromptMessage.user(text)).isEqualTo(new PromptMessage(PromptRole.USER, text));
    assertThat(PromptMessage.assistant("hello"))
        .isEqualTo(new PromptMessage(PromptRole.ASSISTANT, text));
    assertThat(PromptMessage.assistant(DEPLOY))
        .isEqualTo(new PromptMessage(PromptRole.ASSISTANT, tool));
    assertThat(PromptMessage.assistant(GUIDE))
        .isEqualTo(new PromptMessage(PromptRole.ASSISTANT, resource));
    assertThat(PromptMessage.assistant(text))
        .isEqualTo(new PromptMessage(PromptRole.ASSISTANT, text));
  }

  @ParameterizedTest
  @CsvSource({"user, USER", "assistant, ASSISTANT", "system, USER"})
  void a_role_is_read_from_its_name_and_system_becomes_the_user(String name, PromptRole role) {
    assertThat(PromptRole.of(name)).isEqualTo(role);
  }

  @Test
  void a_role_has_a_name_on_the_wire() {
    assertThat(PromptRole.USER.wireName()).isEqualTo("user");
    assertThat(PromptRole.ASSISTANT.wireName()).isEqualTo("assistant");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tool", "User", "", "developer"})
  void another_role_is_refused_with_the_allowed_ones(String name) {
    assertThatThrownBy(() -> PromptRole.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Unknown role '%s'; allowed: user, assistant, and system, which becomes user", name);
  }
}
