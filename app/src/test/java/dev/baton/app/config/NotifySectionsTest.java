package dev.baton.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.orchestrator.notice.CommandHook;
import dev.baton.orchestrator.notice.Topic;
import dev.baton.orchestrator.notice.Webhook;
import dev.baton.orchestrator.notice.WebhookFormat;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told of what happens, as the configuration says it. */
class NotifySectionsTest {
  @TempDir private Path directory;

  private Configuration load(String file, Map<String, String> environment) throws Exception {
    Files.writeString(Configuration.file(directory), file);
    return Configuration.load(directory, environment, List.of());
  }

  @Test
  void receivers_have_their_events_projects_and_secrets() throws Exception {
    Files.writeString(directory.resolve("secret"), "whsec_c2VjcmV0\n");
    var config =
        load(
            """
            notify:
              ops:
                kind: webhook
                url: https://example.org/hook?a=b
                secret_file: secret
                events: [attempt.failed, merge.done]
                projects: [Shop]
                private_hosts: [Hooks.LAN]
              phone: {kind: ntfy, url: 'https://ntfy.sh/mine'}
              ci: {kind: webhook, url: 'https://ci.example.org/hook'}
              desk: {kind: command, command: [notify-send, Baton], time_limit: 3s}
            """,
            Map.of("BATON_NOTIFY_PHONE_TOKEN", "tk_1"));

    var receivers = config.receivers();
    assertThat(receivers)
        .extracting(ConfiguredReceiver::name)
        .containsExactly("ops", "phone", "ci", "desk");
    assertThat(receivers.getFirst().projects()).containsExactly("Shop");
    assertThat(receivers.getFirst().topics())
        .extracting(Topic::word)
        .containsExactly("attempt.failed", "merge.done");
    assertThat(receivers.getFirst().webhook())
        .contains(
            new Webhook(
                WebhookFormat.WEBHOOK,
                URI.create("https://example.org/hook?a=b"),
                Optional.of("whsec_c2VjcmV0"),
                Optional.empty(),
                Set.of("hooks.lan"),
                Duration.ofSeconds(10)));
    assertThat(receivers.get(1).topics()).isEqualTo(Topic.USUAL);
    assertThat(receivers.get(1).webhook().orElseThrow().token()).contains("tk_1");
    assertThat(receivers.get(3).in(Map.of("A", "b")).channel())
        .isEqualTo(
            new CommandHook(
                List.of("notify-send", "Baton"), Map.of("A", "b"), Duration.ofSeconds(3)));
    assertThat(config.settings())
        .filteredOn(setting -> setting.key().endsWith("url") && setting.key().startsWith("notify"))
        .allSatisfy(setting -> assertThat(setting.words()).isEqualTo("(hidden)"));
    assertThat(config.settings())
        .filteredOn(setting -> setting.words().contains("not signed"))
        .extracting(Setting::key)
        .containsExactly("notify.ci.secret");
  }

  @Test
  void every_mistake_is_told_with_its_line_and_no_address_is_repeated() {
    var file =
        """
        notify:
          a: {kind: mail}
          b: {url: 'https://example.org'}
          c: {kind: webhook}
          d: {kind: slack, url: 'ftp://key.example.org'}
          e: {kind: discord, url: 'https://me:key@example.org'}
          f: {kind: ntfy, url: 'https://ntfy.sh/'}
          g: {kind: command, url: 'https://example.org'}
          h: {kind: webhook, url: 'https://example.org', events: [attempt.fail], command: [x]}
          i: {kind: webhook, url: 'https://example.org', secret: 'whsec_!', time_limit: 1d}
          j: {kind: webhook, url_file: nowhere}
          'k l': {kind: webhook}
          m: {kind: slack, url: 'https://key.example.org:99999/', events: []}
          n: {kind: slack, url: 'https://example.org/', private_hosts: [10.0.0.0/8, 10.0.0.7]}
        """;

    var invalid = catchThrowableOfType(InvalidConfigException.class, () -> load(file, Map.of()));

    assertThat(invalid.problems().stream().map(ConfigProblem::message))
        .anySatisfy(it -> assertThat(it).startsWith("config.yaml:2: notify.a.kind is 'mail'"))
        .filteredOn(it -> !it.startsWith("config.yaml:2: notify.a.kind is 'mail'"))
        .noneSatisfy(it -> assertThat(it).startsWith("config.yaml:2: "))
        .contains(
            "config.yaml:3: notify.b has no kind; allowed: kind webhook, slack, discord, ntfy or"
                + " command",
            "config.yaml:4: notify.c has no url; allowed: an address that begins with https:// or"
                + " http:// as url",
            "config.yaml:5: notify.d.url is no address; allowed: an address that begins with"
                + " https:// or http://",
            "config.yaml:6: notify.e.url has a password in it; allowed: an address without one,"
                + " and token or token_file",
            "config.yaml:7: notify.f.url has no topic; allowed: an address such as"
                + " https://ntfy.sh/my-topic",
            "config.yaml:8: notify.g.url is set, but its kind is command; allowed: no url",
            "config.yaml:8: notify.g has no command; allowed: a program and its arguments as"
                + " command",
            "config.yaml:9: notify.h.command is set, but its kind is webhook; allowed: no command",
            "config.yaml:10: notify.i.secret cannot sign; allowed: text, or whsec_ and base64",
            "config.yaml:10: notify.i.time_limit is '1d'; allowed: 1s to 10m",
            "config.yaml:13: notify.m.url has a port that does not exist; allowed: an address with"
                + " a port from 1 to 65535",
            "config.yaml:13: notify.m.events is empty; allowed: names of events; leave it out for"
                + " the usual ones",
            "config.yaml:14: notify.n.private_hosts names '10.0.0.0/8', which is no host; allowed:"
                + " a name or an address as it stands in url, such as ci.lan or 10.0.0.7")
        .anySatisfy(
            it ->
                assertThat(it)
                    .startsWith(
                        "config.yaml:9: notify.h.events names 'attempt.fail'; did you mean"
                            + " 'attempt.failed'?"))
        .anySatisfy(it -> assertThat(it).startsWith("config.yaml:11: notify.j.url_file: "))
        .anySatisfy(it -> assertThat(it).startsWith("config.yaml:12: 'k l' is no name in notify"))
        .noneSatisfy(it -> assertThat(it).contains("key.example").contains("me:key"));
  }
}
