package dev.baton.app.config;

import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.orchestrator.notice.Topic;
import dev.baton.orchestrator.notice.Webhook;
import dev.baton.orchestrator.notice.WebhookFormat;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/** Reads the receivers of notices, and finds settings that do not fit together. Not thread safe. */
final class NotifySections {
  private static final Key NOTIFY = Key.of("notify");
  private static final String COMMAND = "command";
  private static final int HIGHEST_PORT = 65_535;
  private static final Duration USUAL_LIMIT = Duration.ofSeconds(10);
  private static final Duration LONGEST_LIMIT = Duration.ofMinutes(10);

  private static final List<String> OF_WEBHOOKS =
      List.of("url", "url_file", "secret", "secret_file", "token", "token_file", "private_hosts");

  private final Settings settings;
  private final SecretFile files;

  NotifySections(Settings settings, Path directory) {
    this.settings = settings;
    this.files = new SecretFile(settings, directory);
  }

  /** All receivers without a mistake; the mistakes of the others are known to the settings. */
  List<ConfiguredReceiver> list() {
    return settings.names(NOTIFY).stream().flatMap(name -> receiver(name).stream()).toList();
  }

  private Optional<ConfiguredReceiver> receiver(String name) {
    var key = NOTIFY.at(name);
    var topics = topics(key.at("events"));
    var limit = limit(key.at("time_limit"));
    var kind = settings.text(key.at("kind"));
    if (kind.isEmpty()) {
      // why: what is said and wrong is told of already
      if (!settings.isSaid(key.at("kind"))) {
        refuse(key, key + " has no kind", "kind webhook, slack, discord, ntfy or command");
      }
      return Optional.empty();
    }
    var projects = Set.copyOf(settings.texts(key.at("projects")));
    var command = settings.texts(key.at(COMMAND));
    if (kind.get().equals(COMMAND)) {
      OF_WEBHOOKS.forEach(part -> refuseSet(key.at(part), "its kind is command"));
      if (command.isEmpty()) {
        refuse(key, key + " has no command", "a program and its arguments as command");
        return Optional.empty();
      }
      return Optional.of(
          new ConfiguredReceiver(name, topics, projects, Optional.empty(), command, limit));
    }
    refuseSet(key.at(COMMAND), "its kind is " + kind.get());
    return WebhookFormat.find(kind.get())
        .flatMap(format -> webhook(key, format, limit))
        .map(it -> new ConfiguredReceiver(name, topics, projects, Optional.of(it), command, limit));
  }

  /** What is not set and should be known: notices that anybody could have sent. */
  static List<Setting> notes(List<ConfiguredReceiver> receivers) {
    return receivers.stream()
        .filter(
            it ->
                it.webhook()
                    .filter(hook -> hook.format() == WebhookFormat.WEBHOOK)
                    .filter(hook -> hook.secret().isEmpty())
                    .isPresent())
        .map(it -> NOTIFY.at(it.name()).at("secret"))
        .map(
            key ->
                new Setting(
                    key.toString(),
                    NullNode.getInstance(),
                    StringNode.valueOf("(none: not signed)"),
                    new Origin.Standard()))
        .toList();
  }

  private List<Topic> topics(Key key) {
    var topics = new ArrayList<Topic>();
    if (settings.find(key).isPresent() && settings.texts(key).isEmpty()) {
      refuse(key, key + " is empty", "names of events; leave it out for the usual ones");
    }
    for (var word : settings.texts(key)) {
      var topic = Topic.find(word);
      topic.ifPresent(topics::add);
      if (topic.isEmpty()) {
        refuse(
            key,
            "%s names '%s'%s".formatted(key, word, NearestWord.asked(word, Topic.words())),
            String.join(", ", Topic.words()));
      }
    }
    return topics.isEmpty() ? Topic.USUAL : topics;
  }

  private Duration limit(Key key) {
    var limit = settings.find(key).isEmpty() ? Optional.of(USUAL_LIMIT) : settings.span(key);
    if (limit.filter(it -> it.compareTo(LONGEST_LIMIT) <= 0).isEmpty()) {
      refuse(key, "%s is '%s'".formatted(key, settings.text(key).orElse("")), "1s to 10m");
    }
    return limit.orElse(USUAL_LIMIT);
  }

  private Optional<Webhook> webhook(Key key, WebhookFormat format, Duration limit) {
    var url = secret(key, "url", "address").flatMap(text -> url(key, format, text));
    var secret = secret(key, "secret", "secret");
    var token = secret(key, "token", "token");
    if (secret.filter(text -> !Webhook.isSecret(text)).isPresent()) {
      refuse(key.at("secret"), key.at("secret") + " cannot sign", "text, or whsec_ and base64");
      return Optional.empty();
    }
    if (token.filter(text -> !text.matches("[!-~]+")).isPresent()) {
      refuse(key.at("token"), key.at("token") + " is not a token", "letters, digits and signs");
      return Optional.empty();
    }
    if (url.isEmpty() && isUnset(key, "url")) {
      refuse(key, key + " has no url", "an address that begins with https:// or http:// as url");
    }
    var hosts = hosts(key.at("private_hosts"));
    return url.map(it -> new Webhook(format, it, secret, token, hosts, limit));
  }

  private Set<String> hosts(Key key) {
    var hosts = settings.texts(key);
    hosts.stream()
        .filter(host -> !isHost(host))
        .forEach(
            host ->
                refuse(
                    key,
                    "%s names '%s', which is no host".formatted(key, host),
                    "a name or an address as it stands in url, such as ci.lan or 10.0.0.7"));
    return hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  private static boolean isHost(String text) {
    try {
      return text.equals(new URI("http://" + text).getHost());
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private boolean isUnset(Key key, String part) {
    return Stream.of(part, part + "_file").noneMatch(it -> settings.isSaid(key.at(it)));
  }

  private Optional<String> secret(Key key, String part, String what) {
    return settings.text(key.at(part)).or(() -> files.read(key.at(part + "_file"), what));
  }

  /** The value is not repeated: an address of a service is a secret. */
  private Optional<URI> url(Key key, WebhookFormat format, String text) {
    var at = settings.find(key.at("url")).isPresent() ? key.at("url") : key.at("url_file");
    try {
      var url = new URI(text);
      var scheme = Optional.ofNullable(url.getScheme()).orElse("").toLowerCase(Locale.ROOT);
      if (!Set.of("http", "https").contains(scheme) || url.getHost() == null) {
        refuse(at, at + " is no address", "an address that begins with https:// or http://");
      } else if (url.getPort() == 0 || url.getPort() > HIGHEST_PORT) {
        refuse(
            at, at + " has a port that does not exist", "an address with a port from 1 to 65535");
      } else if (url.getRawUserInfo() != null) {
        refuse(at, at + " has a password in it", "an address without one, and token or token_file");
      } else if (format == WebhookFormat.NTFY && WebhookFormat.topic(url).isEmpty()) {
        refuse(at, at + " has no topic", "an address such as https://ntfy.sh/my-topic");
      } else {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      refuse(at, at + " is no address", "an address that begins with https:// or http://");
    }
    return Optional.empty();
  }

  private void refuseSet(Key key, String reason) {
    if (settings.find(key).isPresent()) {
      refuse(key, "%s is set, but %s".formatted(key, reason), "no " + key.parts().getLast());
    }
  }

  private void refuse(Key key, String found, String allowed) {
    settings.add(new ConfigProblem(settings.origin(key), found, allowed));
  }
}
