package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.Absent;
import dev.baton.app.BoardFixture;
import dev.baton.app.Program;
import dev.baton.app.Repository;
import dev.baton.mcp.protocol.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server behind a real nginx, which is configured as the documentation says. */
@Tag("slow")
@Timeout(180)
class ProxyTest {
  private static final String NAME = "board.example.org";
  private static final String REQUEST_END = "\r\n\r\n";

  @TempDir static Path directory;
  static BoardFixture board;
  static Program nginx;
  static SSLContext tls;
  static int port;

  @BeforeAll
  static void serve() throws Exception {
    for (var program : List.of("nginx", "openssl")) {
      if (find(program).isEmpty()) {
        Absent.skip("The server behind nginx", program + " is not on the PATH");
      }
    }
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    var data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(
        data.resolve("config.yaml"),
        "server:\n  public_url: https://%s:%d\n".formatted(NAME, port));
    board = BoardFixture.in(directory);
    tls = certify();
    nginx =
        Program.start(
            List.of(
                find("nginx"),
                "-p",
                directory.toString(),
                "-c",
                configure().toString(),
                "-e",
                directory.resolve("nginx.log").toString()),
            Map.of());
    await().atMost(Duration.ofSeconds(30)).until(ProxyTest::answers);
  }

  @AfterAll
  static void end() throws Exception {
    if (nginx != null) {
      nginx.terminate();
      nginx.awaitWithOpenInput();
      nginx.close();
    }
    if (board != null) {
      board.close();
    }
  }

  private static String find(String program) {
    return Stream.concat(
            Stream.of(System.getenv("PATH").split(":", -1)), Stream.of("/usr/sbin", "/sbin"))
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElse("");
  }

  private static SSLContext certify() throws Exception {
    try (var openssl =
        Program.start(
            List.of(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=" + NAME,
                "-addext",
                "subjectAltName=DNS:" + NAME,
                "-keyout",
                directory.resolve("key.pem").toString(),
                "-out",
                directory.resolve("certificate.pem").toString()),
            Map.of())) {
      assertThat(openssl.await().code()).isZero();
    }
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var file = Files.newInputStream(directory.resolve("certificate.pem"))) {
      store.setCertificateEntry(
          NAME, CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** What stands in the documentation, with the places of this test. */
  private static Path configure() throws IOException {
    var text = Files.readString(Repository.root().resolve("docs/operators.md"));
    var start = text.indexOf("```nginx\n") + "```nginx\n".length();
    var server =
        text.substring(start, text.indexOf("```", start))
            .replace("listen 443 ssl", "listen 127.0.0.1:%d ssl".formatted(port))
            .replace("/etc/ssl/board.pem", directory.resolve("certificate.pem").toString())
            .replace("/etc/ssl/board.key", directory.resolve("key.pem").toString())
            .replace("127.0.0.1:4747", "127.0.0.1:" + URI.create(board.url()).getPort());
    return Files.writeString(
        directory.resolve("nginx.conf"),
        """
        daemon off;
        pid %1$s/nginx.pid;
        events {}
        http {
          access_log off;
          client_body_temp_path %1$s/body;
          proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/fastcgi;
          uwsgi_temp_path %1$s/uwsgi;
          scgi_temp_path %1$s/scgi;
        %2$s
        }
        """
            .formatted(directory, server));
  }

  private static boolean answers() {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Opens a connection to nginx and sends a request to this host. */
  private static Socket send(String host, String request, String... headers) throws IOException {
    var socket = tls.getSocketFactory().createSocket("127.0.0.1", port);
    var text =
        Stream.concat(Stream.of(request + " HTTP/1.1", "Host: " + host), Stream.of(headers))
            .collect(Collectors.joining("\r\n"));
    socket
        .getOutputStream()
        .write(
            (text.contains(REQUEST_END) ? text : text + REQUEST_END)
                .getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return socket;
  }

  private static String ask(String host, String request, String... headers) throws IOException {
    var all =
        Stream.concat(Stream.of("Connection: close"), Stream.of(headers)).toArray(String[]::new);
    try (var socket = send(host, request, all)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String host() {
    return NAME + ":" + port;
  }

  private static String origin() {
    return "Origin: https://" + host();
  }

  private static String cookie() throws IOException {
    return "Cookie: "
        + header(ask(host(), "GET /?token=" + board.token()), "set-cookie").split(";", -1)[0];
  }

  private static String header(String answer, String name) {
    return answer
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ": "))
        .findFirst()
        .map(line -> line.substring(name.length() + 2))
        .orElseThrow(() -> new AssertionError("No " + name + " in " + answer));
  }

  @Test
  void a_browser_comes_in_and_its_cookie_goes_over_tls_only() throws Exception {
    var link = ask(host(), "GET /?token=" + board.token());

    assertThat(link).startsWith("HTTP/1.1 303");
    assertThat(header(link, "set-cookie"))
        .contains("HttpOnly", "SameSite=Strict")
        .endsWith("; Secure");
    assertThat(ask(host(), "GET /", cookie())).startsWith("HTTP/1.1 200").contains("<html");
  }

  @Test
  void only_pages_of_the_public_address_may_change_something() throws Exception {
    assertThat(ask(host(), "POST /logout", cookie(), "X-Baton: 1", "Content-Length: 0", origin()))
        .startsWith("HTTP/1.1 204")
        .contains("Max-Age=0");
    for (var page : List.of("https://evil.example", "https://" + NAME + ".evil.example", "null")) {
      assertThat(
              ask(
                  host(),
                  "POST /logout",
                  cookie(),
                  "X-Baton: 1",
                  "Content-Length: 0",
                  "Origin: " + page))
          .as(page)
          .startsWith("HTTP/1.1 403");
    }
    assertThat(ask("evil.example", "GET /", cookie())).startsWith("HTTP/1.1 403");
  }

  @Test
  void what_happens_reaches_a_browser_at_once() throws Exception {
    try (var stream = send(host(), "GET /events", cookie());
        var lines =
            new BufferedReader(
                new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).startsWith("HTTP/1.1 200");
      board
          .client()
          .call(
              "create_task",
              Json.object().put("project_id", board.project()).put("title", "Through nginx"));
      var line = lines.readLine();
      while (line != null && !line.contains("task.created")) {
        line = lines.readLine();
      }
      assertThat(line).contains("task.created");
    }
  }

  @Test
  void models_call_tools_through_it() throws Exception {
    var body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{},\
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
        "io.modelcontextprotocol/clientCapabilities":{},\
        "io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"}}}}"""
            .replace("\n", "");
    var answer =
        ask(
            host(),
            "POST /mcp",
            "Authorization: Bearer " + board.token(),
            "Content-Type: application/json",
            "Accept: application/json, text/event-stream",
            "MCP-Protocol-Version: 2026-07-28",
            "Mcp-Method: tools/call",
            "Mcp-Name: list_projects",
            "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body));

    assertThat(answer).startsWith("HTTP/1.1 200").contains(board.project());
    assertThat(ask(host(), "POST /mcp", "Content-Length: 0")).startsWith("HTTP/1.1 401");
  }
}
