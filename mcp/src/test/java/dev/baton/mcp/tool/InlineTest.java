package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InlineTest {
  record Settings(
      @Description("Script") Optional<String> setupScript, @Description("Count") int runCount) {}

  record Repo(
      @Description("Name") String name,
      @Inline Settings settings,
      @Description("Path") String path) {}

  record Id(@Description("Id") String id) {}

  record Options(
      @Description("First") Optional<String> first,
      @Description("Second") Optional<Integer> second) {}

  record Both(@Inline Id id, @Inline Options options) {}

  record Text(@Inline String text) {}

  record Loop(@Inline Loop again) {}

  record Twice(@Description("Count") int runCount, @Inline Settings settings) {}

  private static final Tool<Repo, Repo> ECHO =
      Tool.named("echo", Repo.class, Repo.class)
          .description("Gives what it takes")
          .handler((input, _) -> input);

  @Test
  void the_fields_of_an_inline_record_stand_in_its_place_in_the_schema() {
    assertThat(ECHO.inputSchema().toString())
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{"
                + "\"name\":{\"type\":\"string\",\"description\":\"Name\"},"
                + "\"setup_script\":{\"type\":\"string\",\"description\":\"Script\"},"
                + "\"run_count\":{\"type\":\"integer\",\"description\":\"Count\"},"
                + "\"path\":{\"type\":\"string\",\"description\":\"Path\"}},"
                + "\"required\":[\"name\",\"run_count\",\"path\"],\"additionalProperties\":false}");
  }

  @Test
  void the_fields_of_an_inline_record_are_read_and_written_in_its_place() throws Exception {
    assertThat(echo("{\"name\":\"a\",\"setup_script\":\"s\",\"run_count\":2,\"path\":\"/p\"}"))
        .isEqualTo("{\"name\":\"a\",\"setup_script\":\"s\",\"run_count\":2,\"path\":\"/p\"}");
    assertThat(echo("{\"path\":\"/p\",\"run_count\":2,\"name\":\"a\"}"))
        .isEqualTo("{\"name\":\"a\",\"setup_script\":null,\"run_count\":2,\"path\":\"/p\"}");
  }

  @Test
  void several_inline_records_are_read_also_if_nothing_is_given_for_one() throws Exception {
    var tool =
        Tool.named("both", Both.class, Both.class)
            .description("Gives what it takes")
            .handler((input, _) -> input);

    assertThat(call(tool, "{\"id\":\"a\"}"))
        .isEqualTo("{\"id\":\"a\",\"first\":null,\"second\":null}");
    assertThat(call(tool, "{\"second\":2,\"id\":\"a\"}"))
        .isEqualTo("{\"id\":\"a\",\"first\":null,\"second\":2}");
  }

  @Test
  void only_a_record_with_fields_of_its_own_can_be_inline() {
    refused(Text.class, "Text.text: has @Inline but is no record");
    refused(Loop.class, "Loop.again: a record cannot contain itself");
    refused(Twice.class, "Settings: has two fields 'run_count'");
  }

  private static String echo(String arguments) throws Exception {
    return call(ECHO, arguments);
  }

  private static String call(Tool<?, ?> tool, String arguments) throws Exception {
    return tool.call(Json.parseObject(arguments), new FakeRequest())
        .toJson()
        .path("structuredContent")
        .toString();
  }

  private static void refused(Class<?> type, String problem) {
    assertThatThrownBy(
            () ->
                Tool.named("refused", type)
                    .description("Cannot be built")
                    .handler((_, _) -> ToolResult.text("")))
        .hasMessageContaining(problem);
  }
}
