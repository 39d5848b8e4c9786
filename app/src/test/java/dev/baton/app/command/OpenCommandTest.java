package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The board is opened by a program of this machine, which stands in for a browser. */
@Tag("slow")
class OpenCommandTest {
  private static final Pattern LINK = Pattern.compile("http://\\S+/\\?token=\\S+");

  @TempDir private Path temporary;
  private Path data;
  private Path browser;
  private Path opened;

  @BeforeEach
  void makeBrowser() throws Exception {
    data = temporary.resolve("data");
    opened = temporary.resolve("opened");
    browser = temporary.resolve("browser");
    Files.writeString(browser, "#!/bin/sh\necho \"$1\" > %s\nexit ${EXIT:-0}\n".formatted(opened));
    Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
  }

  @AfterEach
  void stop() throws Exception {
    baton(Map.of(), "stop");
  }

  private Program.Ended baton(Map<String, String> environment, String... arguments)
      throws Exception {
    var all =
        Stream.concat(Stream.of(arguments), Stream.of("--data-dir", data.toString()))
            .toArray(String[]::new);
    try (var program =
        Program.start(Program.javaCommand(List.of(), Main.class, all), environment)) {
      return program.await();
    }
  }

  @Test
  void it_starts_a_server_and_opens_a_private_file_that_leads_to_the_board() throws Exception {
    var ended = baton(Map.of("BROWSER", browser.toString()), "open");

    assertThat(ended.code()).as(ended.err()).isZero();
    var page = Path.of(URI.create(Files.readString(opened).strip()));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
        .isEqualTo("rw-------");
    var link = LINK.matcher(ended.out());
    assertThat(link.find()).as(ended.out()).isTrue();
    assertThat(Files.readString(page)).contains("url=" + link.group());
    var answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(link.group())).build(),
                HttpResponse.BodyHandlers.discarding());
    assertThat(answer.headers().firstValue("Set-Cookie")).isPresent();
  }

  @Test
  void without_a_browser_it_says_the_link() throws Exception {
    var ended = baton(Map.of("BROWSER", "no-such-browser"), "open");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("No browser was found here").containsPattern(LINK);
    var json = Json.parseObject(baton(Map.of(), "open", "--json").out());
    assertThat(json.path("link").asString())
        .startsWith(json.path("address").asString() + "/?token=");
    assertThat(baton(Map.of(), "open", "--print").out().strip())
        .isEqualTo(json.path("link").asString());
  }

  @Test
  void a_browser_that_fails_is_said_with_the_way_on() throws Exception {
    var ended = baton(Map.of("BROWSER", browser.toString(), "EXIT", "4"), "open");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("exit code 4", "baton open --print");
  }

  @Test
  void an_agent_gets_no_link() throws Exception {
    var ended = baton(Map.of("BATON_TOKEN", "bat_of_an_agent"), "open", "--print");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("for the user of this machine");
  }
}
