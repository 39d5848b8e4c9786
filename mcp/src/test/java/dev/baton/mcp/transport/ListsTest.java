package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import dev.baton.mcp.transport.Wired.Wiring;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists and their pages, prompts, resources and completions. */
@ParameterizedClass
@EnumSource(Wiring.class)
class ListsTest {
  @AutoClose private final Wired wired;

  ListsTest(Wiring wiring) {
    wired =
        Wired.over(
            wiring,
            TestServer.start(
                builder -> {
                  IntStream.range(0, 4)
                      .mapToObj(i -> Resource.text("test://r" + i, "r" + i, "text/plain", "x"))
                      .forEach(builder::resource);
                  return builder.withPageSize(2);
                }));
  }

  private static List<String> all(TestClient client, String method, String member, String key) {
    var found = new ArrayList<String>();
    var params = "{}";
    while (true) {
      var page = client.request(method, params).result();
      assertThat(page.path(member).size()).isBetween(1, 2);
      page.path(member).forEach(item -> found.add(item.path(key).asString("")));
      if (!page.has("nextCursor")) {
        return found;
      }
      params = "{'cursor': %s}".formatted(page.path("nextCursor"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void pages_show_everything_once_in_the_order_of_registration(Speaks era) {
    var client = wired.client(era);
    assertThat(all(client, "prompts/list", "prompts", "name"))
        .containsExactly("greet", "handles", "asking");
    assertThat(all(client, "resources/list", "resources", "uri"))
        .containsExactly(
            "resource://note",
            "test://bytes",
            "test://asking",
            "test://r0",
            "test://r1",
            "test://r2",
            "test://r3");
    assertThat(all(client, "resources/templates/list", "resourceTemplates", "uriTemplate"))
        .containsExactly("test://items/{id}");
  }

  @Test
  void a_cursor_stays_good_while_things_are_added_and_removed() {
    var client = wired.client(Speaks.MODERN);
    var first = client.request("resources/list", "{}").result();
    wired.server().mcp().removeResource("resource://note");
    wired.server().mcp().addResource(Resource.text("test://new", "new", "text/plain", "x"));
    var second =
        client
            .request("resources/list", "{'cursor': %s}".formatted(first.path("nextCursor")))
            .result();
    assertThat(second.path("resources").path(0).path("uri").asString(""))
        .isEqualTo("test://asking");
  }

  @ParameterizedTest
  @EnumSource
  void all_tools_are_on_one_page_in_the_same_order_every_time(Speaks era) {
    var client = wired.client(era);
    var tools = client.request("tools/list", "{}").result();
    assertThat(tools.has("nextCursor")).isFalse();
    assertThat(tools.path("tools").size()).isGreaterThan(20);
    assertThat(client.request("tools/list", "{}").result()).isEqualTo(tools);
    assertThat(tools.toString()).contains("\"x-mcp-header\":\"Region\"");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "prompts/list, 'nonsense'",
        "prompts/list, ''",
        "prompts/list, 17",
        "resources/list, '%%%'",
        "resources/templates/list, {}",
        "tools/list, 'x'"
      })
  void a_cursor_that_was_never_given_is_invalid(String method, String cursor) {
    for (var era : Speaks.values()) {
      assertThat(wired.client(era).request(method, "{'cursor': %s}".formatted(cursor)).code())
          .isEqualTo(-32602);
    }
  }

  @Test
  void what_may_be_cached_says_so_in_the_newer_era_and_nothing_in_the_older() {
    for (var method : List.of("tools/list", "prompts/list", "resources/list", "server/discover")) {
      var result = wired.client(Speaks.MODERN).request(method, "{}").result();
      assertThat(result.path("ttlMs").isIntegralNumber()).as(method).isTrue();
      assertThat(result.path("cacheScope").asString("")).isIn("private", "public");
      assertThat(result.path("_meta").path("io.modelcontextprotocol/serverInfo"))
          .isEqualTo(json("{'name': 'test', 'version': '1'}"));
    }
    var older = wired.client(Speaks.LEGACY).request("prompts/list", "{}").result();
    assertThat(older.propertyNames()).containsExactlyInAnyOrder("prompts", "nextCursor");
  }

  @ParameterizedTest
  @CsvSource({"MODERN, -32602", "LEGACY, -32002"})
  void a_resource_that_is_not_there_is_named(Speaks era, int code) {
    for (var uri :
        List.of("test://missing", "test://items/none", "test://items/a/b", "test://items/%zz")) {
      var error =
          wired.client(era).request("resources/read", "{'uri': '%s'}".formatted(uri)).error();
      assertThat(error.path("code").intValue()).as(uri).isEqualTo(code);
      assertThat(error.path("data")).isEqualTo(json("{'uri': '%s'}".formatted(uri)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void resources_are_read_as_text_as_bytes_and_by_template(Speaks era) {
    var client = wired.client(era);
    assertThat(
            client
                .request("resources/read", "{'uri': 'resource://note'}")
                .result()
                .path("contents"))
        .isEqualTo(
            json("{'c': [{'uri': 'resource://note', 'mimeType': 'text/plain', 'text': 'Remember'}]}")
                .path("c"));
    assertThat(
            client
                .request("resources/read", "{'uri': 'test://bytes'}")
                .result()
                .path("contents")
                .path(0)
                .path("blob")
                .asString(""))
        .isEqualTo("UE5H");
    assertThat(
            client
                .request("resources/read", "{'uri': 'test://items/a%20b+c'}")
                .result()
                .path("contents")
                .path(0)
                .path("text")
                .asString(""))
        .isEqualTo("item a b+c");
    assertThat(client.request("resources/read", "{}").code()).isEqualTo(-32602);
  }

  @ParameterizedTest
  @EnumSource
  void a_prompt_with_handles_is_rendered_and_system_becomes_user(Speaks era) {
    var messages =
        wired.client(era).request("prompts/get", "{'name': 'handles'}").result().path("messages");
    assertThat(messages.valueStream().map(m -> m.path("role").asString("")).toList())
        .containsExactly("user", "assistant", "user", "user", "user", "user", "user");
    assertThat(messages.path(1).path("content").path("text").asString(""))
        .contains("add", "Adds two numbers", "\"first\"");
    assertThat(messages.path(2).path("content").path("resource").path("text").asString(""))
        .isEqualTo("Remember");
    assertThat(messages.path(3).path("content").path("type").asString(""))
        .isEqualTo("resource_link");
    assertThat(messages.path(4).path("content"))
        .isEqualTo(json("{'type': 'image', 'data': 'AQI=', 'mimeType': 'image/png'}"));
    assertThat(messages.path(5).path("content").path("resource"))
        .isEqualTo(json("{'uri': 'test://copy', 'mimeType': 'text/plain', 'text': 'Then'}"));
    assertThat(messages.path(6).path("content").path("resource"))
        .isEqualTo(json("{'uri': 'test://bytes', 'mimeType': 'image/png', 'blob': 'AQI='}"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'name': 'greet'} | who",
        "{'name': 'greet', 'arguments': {'who': 1}} | who",
        "{'name': 'greet', 'arguments': {'who': 'a', 'what': 'b'}} | what",
        "{'name': 'greet', 'arguments': []} | arguments",
        "{'name': 'nothing'} | nothing",
        "{} | name"
      })
  void a_prompt_that_cannot_run_says_why(String params, String named) {
    for (var era : Speaks.values()) {
      var answer = wired.client(era).request("prompts/get", params);
      assertThat(answer.code()).isEqualTo(-32602);
      assertThat(answer.error().path("message").asString("")).contains(named);
    }
  }

  @ParameterizedTest
  @EnumSource
  void completions_are_those_that_fit(Speaks era) {
    var client = wired.client(era);
    assertThat(
            complete(client, "{'type': 'ref/prompt', 'name': 'greet'}", "who", "AL")
                .result()
                .path("completion"))
        .isEqualTo(json("{'values': ['Alice', 'alan'], 'total': 2, 'hasMore': false}"));
    assertThat(
            complete(client, "{'type': 'ref/resource', 'uri': 'test://items/{id}'}", "id", "t")
                .result()
                .path("completion")
                .path("values"))
        .isEqualTo(json("{'v': ['two']}").path("v"));
    assertThat(
            complete(client, "{'type': 'ref/prompt', 'name': 'greet'}", "tone", "")
                .result()
                .path("completion")
                .path("values")
                .size())
        .isZero();
  }

  @ParameterizedTest
  @EnumSource
  void a_completion_of_what_does_not_exist_is_invalid(Speaks era) {
    var client = wired.client(era);
    for (var ref :
        List.of(
            "{'type': 'ref/prompt', 'name': 'nothing'}",
            "{'type': 'ref/prompt'}",
            "{'type': 'ref/resource', 'uri': 'test://nothing'}",
            "{'type': 'ref/tool', 'name': 'echo'}",
            "{}",
            "17")) {
      assertThat(complete(client, ref, "who", "").code()).as(ref).isEqualTo(-32602);
    }
    assertThat(complete(client, "{'type': 'ref/prompt', 'name': 'greet'}", "nobody", "").code())
        .isEqualTo(-32602);
    assertThat(client.request("completion/complete", "{}").code()).isEqualTo(-32602);
  }

  private static Answer complete(TestClient client, String ref, String argument, String typed) {
    return client.request(
        "completion/complete",
        "{'ref': %s, 'argument': {'name': '%s', 'value': '%s'}}".formatted(ref, argument, typed));
  }
}
