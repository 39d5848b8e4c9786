package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Rules between fields, which a record cannot say. */
class ToolRuleTest {
  record Either(
      @Description("One") Optional<Integer> one, @Description("Other") Optional<Integer> other) {}

  record Done(@Description("Done") boolean done) {}

  private static final ObjectNode NOT_BOTH =
      Json.parseObject("{\"not\": {\"required\": [\"one\", \"other\"]}}");

  private final Tool<Either, Done> tool =
      builder().rule(NOT_BOTH, ToolRuleTest::refuseBoth).handler((_, _) -> new Done(true));

  private static ToolBuilder<Either, Done> builder() {
    return Tool.named("either", Either.class, Done.class).description("Takes one or the other");
  }

  private static void refuseBoth(ObjectNode arguments) {
    if (arguments.has("one") && arguments.has("other")) {
      throw new ToolFailure(FailureCode.AMBIGUOUS_TARGET, "Both were given", "Give one");
    }
  }

  private String code(String arguments) throws Exception {
    return tool.call(Json.parseObject(arguments), new FakeRequest())
        .structured()
        .orElseThrow()
        .path("code")
        .asString("");
  }

  @Test
  void a_rule_stands_in_the_schema_that_clients_see() {
    assertThat(tool.inputSchema().path("not")).isEqualTo(NOT_BOTH.path("not"));
    assertThat(tool.inputSchema().path("properties").propertyNames())
        .containsExactly("one", "other");
  }

  @Test
  void the_code_of_a_broken_rule_wins_over_what_the_schema_says() throws Exception {
    assertThat(code("{\"one\": 1, \"other\": \"wrong\"}")).isEqualTo("ambiguous_target");
    assertThat(code("{\"one\": 1, \"other\": null}")).isEmpty();
    assertThat(code("{\"other\": \"wrong\"}")).isEqualTo("invalid_argument");
  }

  @Test
  void what_clients_cannot_read_at_the_root_is_no_rule() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                builder()
                    .rule(NOT_BOTH, _ -> {})
                    .rule(NOT_BOTH, _ -> {})
                    .rule(Json.parseObject("{\"oneOf\": []}"), _ -> {})
                    .handler((_, _) -> new Done(true)))
        .withMessage(
            """
            Tool 'either' cannot be built:
            - rule: there is a rule with 'not' already
            - rule: 'oneOf' cannot stand at the root of a rule""");
  }
}
