package dev.baton.workflow.internal.argument;

import static dev.baton.workflow.internal.run.Flow.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.record.ArgumentProblem;
import dev.baton.workflow.internal.record.InvalidArgumentsException;
import dev.baton.workflow.internal.run.Flow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PromptArgumentsTest {
  private static final SequentialWorkflow WORKFLOW =
      Flow.named("release", "Release it")
          .required("region", "Where to deploy.")
          .optional("count", ArgumentType.INTEGER)
          .optional("ratio", ArgumentType.NUMBER)
          .optional("dry", ArgumentType.BOOLEAN)
          .oneOf("size", ArgumentType.INTEGER, "1", "2")
          .secret("pin", ArgumentType.INTEGER)
          .build();

  @Test
  void text_is_read_as_the_types_of_the_arguments_in_the_order_of_definition() {
    var read =
        PromptArguments.read(
            WORKFLOW,
            Map.of(
                "pin", "7", "size", "2", "dry", "true", "ratio", "0.5", "count", "-3", "region",
                "eu"));

    assertThat(read.orThrow().toString())
        .isEqualTo(
            "{\"region\":\"eu\",\"count\":-3,\"ratio\":0.5,\"dry\":true,\"size\":2,\"pin\":7}");
  }

  @Test
  void every_problem_is_named_at_once_in_the_order_of_definition() {
    var read =
        PromptArguments.read(
            WORKFLOW,
            Map.of("count", "three", "dry", "yes", "size", "4", "pin", "geheim", "zone", "x"));

    assertThatThrownBy(read::orThrow)
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessage(
            "Workflow 'release' cannot start: argument 'region' is missing (Where to deploy);"
                + " argument 'count' must be an integer, got 'three';"
                + " argument 'dry' must be a boolean, got 'yes';"
                + " argument 'size' must be one of 1, 2, got '4';"
                + " argument 'pin' must be an integer, got '***';"
                + " unknown argument 'zone' (known: region, count, ratio, dry, size, pin)");
    assertThat(new InvalidArgumentsException("x", read.problems()).toJson().toString())
        .startsWith(
            "{\"problems\":[{\"argument\":\"region\",\"problem\":\"missing\",\"message\":\"argument 'region' is missing (Where to deploy)\"},{\"argument\":\"count\",\"problem\":\"invalid\"");
  }

  @Test
  void what_is_missing_can_be_asked_for() {
    var missing = PromptArguments.read(WORKFLOW, Map.of("pin", "1")).missing();

    assertThat(missing)
        .extracting(MissingInput::name, MissingInput::type, MissingInput::description)
        .containsExactly(
            tuple("region", "string", "Where to deploy."), tuple("size", "integer", "One of some"));
    assertThat(missing).allSatisfy(input -> assertThat(input.step()).isEmpty());
    assertThat(missing.get(1).schema())
        .isEqualTo(json("{'type': 'integer', 'description': 'One of some', 'enum': [1, 2]}"));
  }

  @Test
  void typed_json_is_taken_as_it_is_and_null_is_as_good_as_nothing() {
    var read =
        PromptArguments.read(
            WORKFLOW,
            json("{'region': 'eu', 'count': 4.0, 'ratio': 2, 'dry': null, 'size': 1, 'pin': 7}"));

    assertThat(read.orThrow())
        .isEqualTo(json("{'region': 'eu', 'count': 4, 'ratio': 2, 'size': 1, 'pin': 7}"));
    assertThat(PromptArguments.read(WORKFLOW, json("{'region': null}")).problems())
        .extracting(ArgumentProblem::message)
        .startsWith("argument 'region' is missing (Where to deploy)");
  }

  @Test
  void typed_json_of_another_type_is_refused() {
    var read =
        PromptArguments.read(
            WORKFLOW,
            json(
                "{'region': 5, 'count': 1.5, 'ratio': '0.5', 'dry': 'true', 'size': 3, 'pin': 1}"));

    assertThat(read.problems())
        .extracting(ArgumentProblem::message)
        .containsExactly(
            "argument 'region' must be a string, got '5'",
            "argument 'count' must be an integer, got '1.5'",
            "argument 'ratio' must be a number, got '0.5'",
            "argument 'dry' must be a boolean, got 'true'",
            "argument 'size' must be one of 1, 2, got '3'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " 1", "1 ", "1.0", "1e3", "0x1", "١", "--1", "1_000"})
  void an_integer_is_digits_and_nothing_else(String text) {
    assertThat(ArgumentText.find(ArgumentType.INTEGER, text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0,0", "-0,0", "12,12", "-12,-12", "99999999999999999999,99999999999999999999"})
  void an_integer_may_be_of_any_size(String text, String json) {
    assertThat(ArgumentText.find(ArgumentType.INTEGER, text).orElseThrow()).hasToString(json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NaN", "Infinity", ".5", "1.", "1,5", "1e400", "0x1p3", "1d"})
  void a_number_is_one_of_json(String text) {
    assertThat(ArgumentText.find(ArgumentType.NUMBER, text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "0.25,0.25", "-1.5e3,-1500.0", "1E-2,0.01"})
  void a_number_has_what_json_allows(String text, String json) {
    assertThat(ArgumentText.find(ArgumentType.NUMBER, text).orElseThrow()).hasToString(json);
  }

  @Test
  void a_value_is_equal_to_itself_after_it_was_stored() {
    for (var text : List.of("0.5", "1e2", "-12.50", "1", "9".repeat(30))) {
      var value = ArgumentText.find(ArgumentType.NUMBER, text).orElseThrow();

      assertThat(new JsonMapper().readTree(value.toString())).isEqualTo(value);
    }
  }

  @Test
  void a_long_value_is_cut_where_it_is_shown() {
    var read = PromptArguments.read(WORKFLOW, Map.of("count", "🙂".repeat(101)));

    assertThat(read.problems().get(1).message())
        .isEqualTo("argument 'count' must be an integer, got '%s…'".formatted("🙂".repeat(100)));
  }

  @Test
  void the_tool_that_runs_it_has_the_arguments_as_its_schema() {
    assertThat(ArgumentSchema.of(WORKFLOW))
        .isEqualTo(
            json(
                """
                {'type': 'object',
                 'properties': {
                   'region': {'type': 'string', 'description': 'Where to deploy.'},
                   'count': {'type': 'integer'},
                   'ratio': {'type': 'number'},
                   'dry': {'type': 'boolean'},
                   'size': {'type': 'integer', 'description': 'One of some', 'enum': [1, 2]},
                   'pin': {'type': 'integer', 'description': 'A secret'}},
                 'required': ['region', 'size', 'pin'],
                 'additionalProperties': false}
                """));
  }
}
