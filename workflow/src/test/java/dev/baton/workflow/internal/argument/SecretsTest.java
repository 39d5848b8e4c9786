package dev.baton.workflow.internal.argument;

import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.Flow;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SecretsTest {
  private static final SequentialWorkflow WORKFLOW =
      Flow.named("secret", "Keep secrets")
          .required("open", "Not secret")
          .secret("token", ArgumentType.STRING)
          .secret("pin", ArgumentType.INTEGER)
          .build();

  private final Secrets secrets =
      Secrets.of(WORKFLOW, json("{'open': 'word', 'token': 'a~b/c', 'pin': 4711}"));

  @Test
  void a_secret_is_hidden_wherever_it_appears_in_json() {
    JsonNode shown =
        secrets.hide(
            (JsonNode)
                json(
                    """
                    {'x': ['word', 'xa~b/cx', 4711, 4712, true, null], 'pin4711': {'y': '47110'}}
                    """));

    assertThat(shown)
        .isEqualTo(
            json("{'x': ['word', 'x***x', '***', 4712, true, null], 'pin4711': {'y': '***0'}}"));
  }

  @Test
  void in_names_and_in_words_only_a_secret_is_hidden_that_is_not_there_by_accident() {
    var both = Secrets.of(WORKFLOW, json("{'token': 'hunter2-hunter2', 'pin': 1}"));

    assertThat(both.hide(json("{'is-hunter2-hunter2': 1, 'n1': 'n1'}")))
        .isEqualTo(json("{'is-***': '***', 'n1': 'n***'}"));
    assertThat(both.hideInWords("1 of hunter2-hunter2")).isEqualTo("1 of ***");
  }

  @Test
  void the_arguments_are_shown_without_the_secrets_in_them() {
    assertThat(secrets.shown(json("{'open': 'word of a~b/c', 'token': 'a~b/c', 'pin': 4711}")))
        .isEqualTo(json("{'open': 'word of ***', 'token': '***', 'pin': '***'}"));
  }

  @Test
  void a_secret_is_hidden_in_text_as_it_is_in_json_and_in_a_uri() {
    var quoted = Secrets.of(WORKFLOW, json("{}").put("token", "a\"b c"));

    assertThat(quoted.hide("a\"b c, {\"t\":\"a\\\"b c\"}, resource://x/a%22b%20c"))
        .isEqualTo("***, {\"t\":\"***\"}, resource://x/***");
  }

  @Test
  void of_a_secret_within_another_no_rest_is_left() {
    var nested = Secrets.of(WORKFLOW, json("{'token': '4711-long', 'pin': 4711}"));

    assertThat(nested.hide("4711-long 4711")).isEqualTo("*** ***");
  }

  @Test
  void without_a_secret_nothing_is_copied() {
    var none = Secrets.of(WORKFLOW, json("{'open': 'word'}"));
    var value = json("{'a': 'word'}");

    assertThat(none.isEmpty()).isTrue();
    assertThat(none.hide(value)).isSameAs(value);
    assertThat(none.hide("word")).isEqualTo("word");
  }
}
