package dev.baton.orchestrator.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Where a webhook's request goes, over TLS too. */
@Isolated("what the machine trusts is the same for all")
class WebhookPostTest {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1");

  @TempDir private Path directory;

  private static int post(String url, WebhookPost.Lookup lookup) throws Exception {
    var body = "{}".getBytes(StandardCharsets.UTF_8);
    var limit = Duration.ofSeconds(30);
    return new WebhookPost(URI.create(url), Map.of("webhook-id", "7"), body, HERE, limit, lookup)
        .status();
  }

  /** A certificate for this name alone, which nobody has to trust. */
  private KeyStore certificate(String name) throws Exception {
    var file = directory.resolve("keys");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "hook",
                "-keyalg",
                "EC",
                "-dname",
                "CN=hook",
                "-ext",
                "san=" + name,
                "-storepass",
                "password",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(file).as(Files.readString(directory.resolve("keytool.log"))).exists();
    return KeyStore.getInstance(file.toFile(), PASSWORD);
  }

  private static ServerSocket secure(KeyStore keys) throws IOException, GeneralSecurityException {
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context
        .getServerSocketFactory()
        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static SSLContext trusting(KeyStore keys) throws GeneralSecurityException {
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(keys);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  @Test
  void a_receiver_with_tls_is_told_if_its_certificate_is_trusted_and_has_its_name()
      throws Exception {
    var keys = certificate("dns:localhost");
    var before = SSLContext.getDefault();
    try (var receiver = new TestReceiver(secure(keys))) {
      var port = receiver.url().getPort();
      var url = "https://localhost:%d/hook?a=b".formatted(port);
      assertThatThrownBy(() -> post(url, InetAddress::getAllByName))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("unable to find valid certification path");
      assertThat(receiver.heard()).isEmpty();

      SSLContext.setDefault(trusting(keys));
      assertThat(post(url, InetAddress::getAllByName)).isEqualTo(200);
      assertThat(receiver.heard())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.headers())
                    .containsEntry("request", "POST /hook?a=b HTTP/1.1")
                    .containsEntry("Host", "localhost:" + port)
                    .containsEntry("webhook-id", "7");
                assertThat(it.bytes()).isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
              });

      assertThatThrownBy(
              () -> post("https://127.0.0.1:%d/".formatted(port), InetAddress::getAllByName))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("No subject alternative names");
      assertThat(receiver.heard()).hasSize(1);
    } finally {
      SSLContext.setDefault(before);
    }
  }

  @Test
  void a_name_is_looked_up_once_so_that_what_was_checked_is_what_is_reached() throws Exception {
    try (var first = new TestReceiver();
        var second =
            new TestReceiver(
                new ServerSocket(first.url().getPort(), 50, InetAddress.ofLiteral("127.0.0.2")))) {
      var asked = new ArrayList<String>();
      var answers = List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("127.0.0.2"));
      WebhookPost.Lookup fickle =
          host -> {
            asked.add(host);
            return new InetAddress[] {answers.get(Math.min(asked.size(), 2) - 1)};
          };

      assertThat(post("http://localhost:%d/".formatted(first.url().getPort()), fickle))
          .isEqualTo(200);

      assertThat(asked).containsExactly("localhost");
      assertThat(first.heard()).hasSize(1);
      assertThat(second.heard()).isEmpty();
    }
  }

  @Test
  void a_name_with_one_address_inside_is_not_reached_at_any() {
    assertThatThrownBy(
            () ->
                post(
                    "http://fickle.example/",
                    _ ->
                        new InetAddress[] {
                          InetAddress.ofLiteral("203.0.113.7"), InetAddress.ofLiteral("10.0.0.7")
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "fickle.example is 10.0.0.7, inside this machine or a private network; name it in"
                + " private_hosts to allow it");
  }
}
