package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.baton.mcp.protocol.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ToolArgumentsTest {
  enum Mood {
    VERY_GOOD,
    BAD
  }

  record Greeting(
      @Description("Who to greet") String name,
      @Description("How often, 1 to 5") Optional<Integer> count,
      @Description("How it goes") Optional<Mood> mood,
      @Description("Known id") Optional<UUID> personId,
      @Description("When, RFC 3339 in UTC") Optional<Instant> at,
      @Description("Any JSON") Optional<JsonNode> extra,
      @Description("Friends") Optional<List<Friend>> friends) {
    Greeting {
      if (name.isBlank()) {
        throw new IllegalArgumentException("name is blank");
      }
    }
  }

  record Friend(
      @Description("Their name") String nickName,
      @Description("Years, 0 or more") Optional<Integer> age) {
    Friend {
      if (age.orElse(0) < 0) {
        throw new IllegalArgumentException("age is negative");
      }
      if (nickName.equals("bug")) {
        throw new IllegalStateException("a bug");
      }
      if (nickName.equals("two")) {
        throw new ToolFailure(FailureCode.AMBIGUOUS_TARGET, "Two", "Name one");
      }
    }
  }

  private static final Tool<Greeting, ToolResult> GREET =
      Tool.named("greet", Greeting.class)
          .description("Greets")
          .handler((input, _) -> ToolResult.text(input.toString()));

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"\\u0000,has the character NUL", "\\ud800,has half of a surrogate pair"})
  void a_tool_may_refuse_what_is_no_plain_text(String character, String problem) throws Exception {
    var arguments =
        Json.parseObject(
            "{\"name\":\"x\",\"friends\":[{\"nick_name\":\"%s\"}]}".formatted(character));
    var plain =
        Tool.named("plain", Greeting.class)
            .description("Greets")
            .plainText()
            .handler((input, _) -> ToolResult.text(input.toString()));
    assertThat(GREET.call(arguments, new FakeRequest()).isError()).isFalse();
    var failure = plain.call(arguments, new FakeRequest()).structured().orElseThrow();
    assertThat(failure.path("message").asString())
        .startsWith("Invalid arguments for plain: /friends/0/nick_name: " + problem);
    assertThat(failure.path("hint").asString())
        .isEqualTo("Correct /friends/0/nick_name (Their name); then call plain again");
  }

  @Test
  void ever_so_many_mistakes_take_no_longer_than_some() {
    var unknown = Json.object().put("name", "x");
    var wrong = Json.object().put("name", "x");
    var friends = wrong.putArray("friends");
    for (int i = 0; i < 200_000; i++) {
      unknown.put("key" + i, i);
      friends.add(i);
    }
    for (var arguments : List.of(unknown, wrong)) {
      var failure =
          assertTimeout(
              Duration.ofSeconds(20),
              () -> GREET.call(arguments, new FakeRequest()).structured().orElseThrow());
      assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
      assertThat(failure.path("details").path("problems").size()).isEqualTo(20);
    }
  }

  @Test
  void a_hint_names_the_tool_that_was_called_and_quotes_are_cut() throws Exception {
    var quote = "q".repeat(5_000);
    var tool =
        Tool.named("greet", Greeting.class)
            .description("Greets")
            .handler(
                (_, _) -> {
                  throw ToolFailure.invalid(
                      "/name", "'%s' is no name".formatted(quote), "Repeat the call with a name");
                });
    var failure =
        tool.call(Json.object().put("name", quote), new FakeRequest()).structured().orElseThrow();
    assertThat(failure.path("hint").asString()).isEqualTo("Call greet again with a name");
    assertThat(failure.path("message").asString())
        .hasSize(1_000)
        .startsWith("'qqq")
        .contains("q…q")
        .endsWith("q' is no name");
    var problem = failure.path("details").path("problems").path(0);
    assertThat(problem.path("path").asString()).isEqualTo("/name");
    assertThat(problem.path("message").asString()).hasSize(1_000);
  }

  @Test
  void arguments_reach_the_handler_as_the_record() {
    assertThat(
            answer(
                """
                {"name": "Ada", "count": 2, "mood": "very_good",
                 "person_id": "123e4567-e89b-12d3-a456-426614174000",
                 "at": "2026-01-02T03:04:05Z", "extra": [1],
                 "friends": [{"nick_name": "Bob", "age": 7}]}\
                """))
        .isEqualTo(
            "Greeting[name=Ada, count=Optional[2], mood=Optional[VERY_GOOD],"
                + " personId=Optional[123e4567-e89b-12d3-a456-426614174000],"
                + " at=Optional[2026-01-02T03:04:05Z], extra=Optional[[1]],"
                + " friends=Optional[[Friend[nickName=Bob, age=Optional[7]]]]]");
  }

  @Test
  void nulls_of_optional_fields_count_as_absent_at_every_depth() throws Exception {
    var arguments =
        Json.parseObject(
            """
            {"name": "Ada", "count": null, "mood": null, "extra": null,
             "friends": [{"nick_name": "Bob", "age": null}]}\
            """);
    var before = arguments.deepCopy();

    assertThat(GREET.call(arguments, new FakeRequest()).toJson().at("/content/0/text").asString())
        .isEqualTo(
            "Greeting[name=Ada, count=Optional.empty, mood=Optional.empty,"
                + " personId=Optional.empty, at=Optional.empty, extra=Optional.empty,"
                + " friends=Optional[[Friend[nickName=Bob, age=Optional.empty]]]]");
    assertThat(arguments).isEqualTo(before);
  }

  @Test
  void a_null_of_a_required_field_is_refused() {
    assertThat(problems("{\"name\": null}"))
        .isEqualTo("[{\"path\":\"/name\",\"message\":\"null found, string expected\"}]");
  }

  @Test
  void a_null_of_an_unknown_field_is_refused() {
    assertThat(problems("{\"name\": \"Ada\", \"nome\": null}"))
        .isEqualTo("[{\"path\":\"/nome\",\"message\":\"unknown field\"}]");
  }

  @Test
  void a_missing_field_is_answered_with_its_name_and_description() throws Exception {
    var result = GREET.call(Json.object(), new FakeRequest());

    var envelope =
        "{\"code\":\"invalid_argument\","
            + "\"message\":\"Invalid arguments for greet: /name: missing\","
            + "\"retryable\":false,"
            + "\"hint\":\"Add name (Who to greet); then call greet again\","
            + "\"details\":{\"problems\":[{\"path\":\"/name\",\"message\":\"missing\"}]}}";
    assertThat(result.isError()).isTrue();
    assertThat(result.structured().orElseThrow().toString()).isEqualTo(envelope);
    assertThat(result.toJson().at("/content/0/text").asString()).isEqualTo(envelope);
  }

  @Test
  void an_unknown_field_is_answered_with_the_allowed_names() {
    var failure = failure("{\"name\": \"Ada\", \"nome\": 1}");

    assertThat(failure.path("message").asString())
        .isEqualTo("Invalid arguments for greet: /nome: unknown field");
    assertThat(failure.path("hint").asString())
        .isEqualTo(
            "Remove nome (allowed: name, count, mood, person_id, at, extra, friends);"
                + " then call greet again");
  }

  @Test
  void all_problems_come_in_the_order_of_their_paths() {
    var failure =
        failure(
            """
            {"zoo": 1, "count": "two",
             "friends": [{"nick_name": 1}, {"nick": "x"}, {"nick_name": "a", "a/b": 1}]}\
            """);

    assertThat(failure.path("message").asString())
        .isEqualTo(
            "Invalid arguments for greet: /count: string found, integer expected (and 6 more)");
    assertThat(failure.at("/details/problems").valueStream().map(it -> it.path("path").asString()))
        .containsExactly(
            "/count",
            "/friends/0/nick_name",
            "/friends/1/nick",
            "/friends/1/nick_name",
            "/friends/2/a~1b",
            "/name",
            "/zoo");
    assertThat(failure.path("hint").asString())
        .isEqualTo(
            "Correct /count (How often, 1 to 5); correct /friends/0/nick_name (Their name);"
                + " remove nick (allowed: nick_name, age); add nick_name (Their name);"
                + " remove a/b (allowed: nick_name, age); then call greet again");
  }

  @Test
  void a_flood_of_problems_is_cut() {
    var arguments = Json.object().put("name", "Ada");
    for (int i = 0; i < 1000; i++) {
      arguments.put("x" + i, i);
    }

    assertThat(failure(arguments.toString()).at("/details/problems")).hasSize(20);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "count     | 3.5                     | number found, integer expected",
        "count     | true                    | boolean found, integer expected",
        "mood      | \"VERY_GOOD\"           | must be one of [\"very_good\", \"bad\"]",
        "person_id | \"1-1-1-1-1\"           | not a valid uuid",
        "at        | \"2026-02-30T00:00:00Z\"| not a valid date-time",
        "at        | \"2026-01-01T00:00:00+02:00\" | does not match the regex pattern Z$",
        "friends   | {}                      | object found, array expected",
      })
  void a_value_of_the_wrong_kind_is_refused(String field, String value, String message) {
    assertThat(problems("{\"name\": \"Ada\", \"%s\": %s}".formatted(field, value)))
        .isEqualTo(
            Json.array()
                .add(Json.object().put("path", "/" + field).put("message", message))
                .toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "3.0", "3.00", "0.3e1"})
  void a_number_without_a_fraction_is_an_integer_however_it_is_written(String three) {
    assertThat(answer("{\"name\": \"Ada\", \"count\": " + three + "}"))
        .contains("count=Optional[3]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3000000000", "-1e99999", "1e1000000000"})
  void an_integer_that_the_record_cannot_hold_is_refused(String value) {
    var failure = failure("{\"name\": \"Ada\", \"count\": " + value + "}");

    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(failure.at("/details/problems/0/path").asString()).isEqualTo("/count");
    assertThat(failure.path("message").asString())
        .contains("does not fit the field's type or range");
  }

  @Test
  void a_record_that_refuses_its_values_is_answered_with_its_words_and_the_place() {
    var failure =
        failure(
            """
            {"name": "Ada", "friends": [{"nick_name": "a"}, {"nick_name": "b", "age": -1}]}\
            """);

    assertThat(failure.toString())
        .isEqualTo(
            "{\"code\":\"invalid_argument\",\"message\":\"Invalid arguments for greet: /friends/1:"
                + " age is negative\",\"retryable\":false,\"hint\":\"Correct /friends/1; then call"
                + " greet"
                + " again\",\"details\":{\"problems\":[{\"path\":\"/friends/1\",\"message\":\"age"
                + " is negative\"}]}}");
    assertThat(failure("{\"name\": \" \"}").path("message").asString())
        .isEqualTo("Invalid arguments for greet: name is blank");
  }

  @Test
  void a_record_can_refuse_its_values_with_a_code_of_its_own() {
    assertThat(
            failure("{\"name\":\"Ada\",\"friends\":[{\"nick_name\":\"two\"}]}")
                .path("code")
                .asString())
        .isEqualTo("ambiguous_target");
  }

  @Test
  void a_bug_in_a_record_is_not_blamed_on_the_caller() {
    assertThatThrownBy(() -> answer("{\"name\":\"Ada\",\"friends\":[{\"nick_name\":\"bug\"}]}"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a bug");
  }

  private static String problems(String arguments) {
    return failure(arguments).at("/details/problems").toString();
  }

  private static JsonNode failure(String arguments) {
    var result = call(arguments);
    assertThat(result.isError()).as("%s", result).isTrue();
    return result.structured().orElseThrow();
  }

  private static String answer(String arguments) {
    var result = call(arguments);
    assertThat(result.isError()).as("%s", result).isFalse();
    return result.toJson().at("/content/0/text").asString();
  }

  private static ToolResult call(String arguments) {
    try {
      return GREET.call(Json.parseObject(arguments), new FakeRequest());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
