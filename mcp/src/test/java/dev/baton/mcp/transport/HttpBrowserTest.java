package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a browser gets in: by a link with the token, which opens a session of its own. */
class HttpBrowserTest {
  private final Web web =
      Web.serve(
          TestServer.start(),
          options ->
              options
                  .withRefusals(new EnvelopeRefusals())
                  .withRoute(Route.page("/", "text/html", () -> "the board"))
                  .withRoute(
                      new Route(
                          "POST",
                          "/api/{thing}",
                          request ->
                              new Route.Response(
                                  200,
                                  "text/plain",
                                  request.variables().get("thing") + ":" + request.body()))));
  private final HttpClient browser = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    browser.close();
    web.close();
  }

  private HttpRequest.Builder at(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void the_link_becomes_a_cookie_that_scripts_and_other_sites_cannot_use() throws Exception {
    var opened = send(at("/?token=" + TestTokens.LOCAL));

    assertThat(opened.statusCode()).isEqualTo(303);
    assertThat(opened.headers().firstValue("Location")).contains("/");
    assertThat(opened.headers().firstValue("Set-Cookie").orElseThrow())
        .matches(
            "baton_session_%d=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict"
                .formatted(web.port()))
        .doesNotContain(TestTokens.LOCAL);
  }

  @Test
  void the_link_in_another_tab_keeps_the_session_whose_forms_the_first_one_has() throws Exception {
    var link = "/?token=" + TestTokens.LOCAL;
    var cookie = send(at(link)).headers().firstValue("Set-Cookie").orElseThrow();
    var session = cookie.split(";", 2)[0];

    var again = send(at(link).header("Cookie", session));

    assertThat(again.statusCode()).isEqualTo(303);
    assertThat(again.headers().firstValue("Set-Cookie")).contains(cookie);
    var foreign =
        send(at(link).header("Cookie", session.substring(0, session.length() - 3) + "xyz"));
    assertThat(foreign.headers().firstValue("Set-Cookie").orElseThrow())
        .isNotEqualTo(cookie)
        .doesNotContain("xyz;");
  }

  /** A browser does not send a new cookie where a page of another site was sent on to. */
  @Test
  void the_link_on_a_page_of_another_site_leads_to_the_board_by_a_page_of_ours() throws Exception {
    var opened = send(at("/?token=" + TestTokens.LOCAL).header("Sec-Fetch-Site", "cross-site"));

    assertThat(opened.statusCode()).isEqualTo(200);
    assertThat(opened.headers().firstValue("Set-Cookie")).isPresent();
    assertThat(opened.body()).contains("url=/").doesNotContain(TestTokens.LOCAL);
  }

  @Test
  void the_link_leads_on_to_a_page_of_this_server_and_to_no_other() throws Exception {
    assertThat(whereTo("/tasks/a-1")).contains("/tasks/a-1");
    for (var elsewhere :
        List.of("//example.org", "https://example.org", "/%5Cexample.org", "/a%22")) {
      assertThat(whereTo(elsewhere)).contains("/");
    }
    var fromAnotherSite =
        send(
            at("/?to=/tasks/a-1&token=" + TestTokens.LOCAL).header("Sec-Fetch-Site", "cross-site"));
    assertThat(fromAnotherSite.body()).contains("url=/tasks/a-1\"");
  }

  private Optional<String> whereTo(String page) throws Exception {
    return send(at("/?to=%s&token=%s".formatted(page, TestTokens.LOCAL)))
        .headers()
        .firstValue("Location");
  }

  /** The cookie of a new session. */
  private String cookie() throws Exception {
    return send(at("/?token=" + TestTokens.LOCAL))
        .headers()
        .firstValue("Set-Cookie")
        .orElseThrow()
        .split(";", -1)[0];
  }

  @Test
  void a_session_can_be_ended_and_the_others_go_on() throws Exception {
    var cookie = cookie();
    var other = cookie();
    var leave =
        at("/logout")
            .header("Cookie", cookie)
            .header("X-Baton", "1")
            .POST(HttpRequest.BodyPublishers.noBody());

    var left = send(leave);

    assertThat(left.statusCode()).isEqualTo(204);
    assertThat(left.headers().firstValue("Set-Cookie").orElseThrow())
        .isEqualTo(
            "baton_session_%d=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"
                .formatted(web.port()));
    assertThat(send(at("/").header("Cookie", cookie)).statusCode()).isEqualTo(401);
    assertThat(send(at("/").header("Cookie", other)).statusCode()).isEqualTo(200);
  }

  @Test
  void a_page_of_another_port_of_this_machine_cannot_use_the_session() throws Exception {
    var cookie = cookie();
    for (var origin :
        List.of("http://127.0.0.1:3000", "http://localhost:9", "http://localhost", "null")) {
      var foreign =
          send(
              at("/api/x")
                  .header("Cookie", cookie)
                  .header("X-Baton", "1")
                  .header("Origin", origin)
                  .POST(HttpRequest.BodyPublishers.ofString("{}")));
      assertThat(foreign.statusCode()).as(origin).isIn(401, 403);
    }
    var own =
        send(
            at("/api/x")
                .header("Cookie", cookie)
                .header("X-Baton", "1")
                .header("Origin", "http://127.0.0.1:" + web.port())
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
    assertThat(own.statusCode()).isEqualTo(200);
  }

  @Test
  void a_session_without_the_header_is_told_of_the_header() throws Exception {
    var answer =
        send(
            at("/api/x")
                .header("Cookie", cookie())
                .POST(HttpRequest.BodyPublishers.ofString("{}")));

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("needs the header 'X-Baton'");
  }

  @Test
  void a_path_that_cannot_be_read_is_answered_in_the_form_of_its_place() throws Exception {
    var answer =
        send(
            at("/api/%ff")
                .header("Authorization", "Bearer " + TestTokens.LOCAL)
                .POST(HttpRequest.BodyPublishers.ofString("{}")));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Json.parseObject(answer.body()).path("code").asString())
        .isEqualTo("invalid_argument");
  }

  @Test
  void neither_the_token_nor_the_session_of_another_server_is_a_cookie() throws Exception {
    var name = "baton_session_" + web.port();
    var id = cookie().substring(name.length() + 1);

    assertThat(send(at("/").header("Cookie", name + "=" + TestTokens.LOCAL)).statusCode())
        .isEqualTo(401);
    assertThat(send(at("/").header("Cookie", "baton_session_1=" + id)).statusCode()).isEqualTo(401);
  }

  @Test
  void pages_and_refusals_tell_the_browser_to_keep_them_to_itself() throws Exception {
    for (var request :
        List.of(at("/"), at("/").header("Cookie", cookie()), at("/?token=wrong"), at("/nothing"))) {
      var headers = send(request).headers();
      assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
          .contains("default-src 'none'", "frame-ancestors 'none'");
      assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(headers.firstValue("Referrer-Policy")).contains("same-origin");
    }
  }

  @Test
  void a_link_with_a_wrong_token_opens_nothing() throws Exception {
    var opened = send(at("/?token=wrong"));

    assertThat(opened.statusCode()).isEqualTo(401);
    assertThat(opened.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void the_cookie_shows_pages() throws Exception {
    assertThat(send(at("/")).statusCode()).isEqualTo(401);
    assertThat(send(at("/").header("Cookie", "a=b; " + cookie())).body()).isEqualTo("the board");
  }

  @Test
  void what_changes_something_needs_a_header_that_a_form_cannot_send() throws Exception {
    var body = HttpRequest.BodyPublishers.ofString("{}");
    var cookie = cookie();

    assertThat(send(at("/api/x").header("Cookie", cookie).POST(body)).statusCode()).isEqualTo(401);
    assertThat(send(at("/api/x").header("Cookie", cookie).header("X-Baton", "1").POST(body)).body())
        .isEqualTo("x:{}");
  }

  @Test
  void the_head_of_a_page_comes_alone() throws Exception {
    var head = at("/").header("Cookie", cookie()).HEAD();
    var page = send(head);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).isEmpty();
    assertThat(page.headers().firstValue("Content-Type")).contains("text/html");
    assertThat(page.headers().firstValue("Content-Length")).contains("9");
    assertThat(send(at("/").HEAD()).statusCode()).isEqualTo(401);
  }

  @Test
  void a_path_without_a_route_and_a_method_without_one_are_told_apart() throws Exception {
    var token = "Bearer " + TestTokens.LOCAL;

    assertThat(send(at("/nothing").header("Authorization", token)).statusCode()).isEqualTo(404);
    var wrong = send(at("/api/x").header("Authorization", token));
    assertThat(wrong.statusCode()).isEqualTo(405);
    assertThat(wrong.headers().firstValue("Allow")).contains("POST");
    assertThat(send(at("/").header("Cookie", cookie()).DELETE()).statusCode()).isEqualTo(405);
    assertThat(send(at("/").DELETE()).statusCode()).isEqualTo(401);
  }

  @Test
  void a_browser_gets_a_page_for_a_path_that_cannot_be_read() throws Exception {
    var answer = send(at("/%00").header("Accept", "text/html"));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(answer.headers().allValues("Content-Security-Policy")).hasSize(1);
    assertThat(answer.body()).isEqualTo("page 400");
  }

  @Test
  void the_program_words_refusals_where_it_has_endpoints() throws Exception {
    var refused = Json.parseObject(send(at("/api/x")).body());

    assertThat(refused.path("message").asString(""))
        .isEqualTo("A valid token is needed: send 'Authorization: Bearer TOKEN'");
    assertThat(refused.path("hint").asString("")).isEqualTo("Look at the status");
    assertThat(Json.parseObject(send(at("/mcp")).body()).has("error")).isTrue();
    assertThat(send(at("/?token=wrong")).body()).contains(EnvelopeRefusals.WRONG_LINK);
  }

  @Test
  void without_words_of_a_program_every_refusal_is_an_error_of_the_protocol() throws Exception {
    assertThat(Refusals.PLAIN.body("/api/x", 404, "Nothing here").path("error").path("message"))
        .hasToString("\"Nothing here\"");
    assertThat(Refusals.PLAIN.invalidLink()).isEqualTo("The token of this link is not valid");
  }
}
