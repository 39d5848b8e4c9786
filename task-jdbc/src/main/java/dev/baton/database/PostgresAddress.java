package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A PostgreSQL URL taken apart, so that no credential is in what is shown, logged or handed to the
 * driver as a URL. Thread safe as long as nobody changes the credentials.
 *
 * @param shown the address without parameters
 * @param url the address with all parameters but the credentials
 */
record PostgresAddress(String shown, String url, Properties credentials) {
  private static final String HOST = "(?:[\\w.-]+|\\[[0-9a-fA-F:.]+])(?::\\d{1,5})?";
  private static final Pattern FORM =
      Pattern.compile(
          "jdbc:postgresql:(?://(?:(?<login>[^/?]*)@)?(?<hosts>HOST(?:,HOST)*)?/)?(?<name>[^/?:@]*)(?:\\?(?<parameters>.*))?"
              .replace("HOST", HOST));
  private static final String SCHEMA = "currentSchema=";
  private static final Set<String> CREDENTIALS = Set.of("user", "password", "sslpassword");

  static PostgresAddress parse(String address) {
    Matcher parts = FORM.matcher(address);
    if (!parts.matches()) {
      // why: what cannot be read is not shown, because its credentials cannot be found
      throw new StorageException(
          Reason.CANNOT_OPEN,
          "jdbc:postgresql:…",
          "write jdbc:postgresql://HOST:PORT/NAME?user=USER&password=PASSWORD, and @ / ? & in a"
              + " password as %40 %2F %3F %26");
    }
    Properties credentials = new Properties();
    addLogin(credentials, optional(parts, "login"));
    String parameters = withoutCredentials(optional(parts, "parameters"), credentials);
    String hosts = optional(parts, "hosts");
    String shown =
        "jdbc:postgresql:" + (hosts.isEmpty() ? "" : "//" + hosts + "/") + parts.group("name");
    return new PostgresAddress(
        shown, parameters.isEmpty() ? shown : shown + "?" + parameters, credentials);
  }

  PostgresAddress withPassword(String password) {
    Properties all = new Properties();
    all.setProperty("password", password);
    all.putAll(credentials);
    return new PostgresAddress(shown, url, all);
  }

  String withoutPassword() {
    return user()
        .map(user -> url + (url.contains("?") ? "&" : "?") + "user=" + encode(user))
        .orElse(url);
  }

  /** What tells one database from another: servers, name and schema. */
  String place() {
    Matcher parts = parts();
    return "//%s/%s %s".formatted(hosts(parts), name(parts), schema(parts).orElse(""));
  }

  /** Options of the programs that come with PostgreSQL. */
  List<String> programOptions() {
    Matcher parts = parts();
    List<String> options = new ArrayList<>();
    options.add(
        "--dbname=postgresql://%s%s/%s"
            .formatted(
                user().map(user -> encode(user) + "@").orElse(""), hosts(parts), name(parts)));
    schema(parts).ifPresent(schema -> options.add("--schema=" + schema));
    return options;
  }

  private Matcher parts() {
    Matcher parts = FORM.matcher(url);
    if (!parts.matches()) {
      throw new IllegalStateException(shown + " cannot be read again");
    }
    return parts;
  }

  private Optional<String> user() {
    return Optional.ofNullable(credentials.getProperty("user"));
  }

  private static String hosts(Matcher parts) {
    String hosts = optional(parts, "hosts").isEmpty() ? "localhost" : optional(parts, "hosts");
    return Stream.of(hosts.toLowerCase(Locale.ROOT).split(","))
        .map(host -> host.matches(".*:\\d+") ? host : host + ":5432")
        .collect(Collectors.joining(","));
  }

  /** The database of the user's own name, if the address names none. */
  private String name(Matcher parts) {
    return parts.group("name").isEmpty() ? user().orElse("") : parts.group("name");
  }

  private static Optional<String> schema(Matcher parts) {
    return Stream.of(optional(parts, "parameters").split("&"))
        .filter(parameter -> parameter.startsWith(SCHEMA))
        .map(parameter -> decode(parameter.substring(SCHEMA.length())))
        .findFirst();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static void addLogin(Properties credentials, String login) {
    if (login.isEmpty()) {
      return;
    }
    int colon = login.indexOf(':');
    credentials.setProperty("user", decode(colon < 0 ? login : login.substring(0, colon)));
    if (colon >= 0) {
      credentials.setProperty("password", decode(login.substring(colon + 1)));
    }
  }

  private static String withoutCredentials(String parameters, Properties credentials) {
    List<String> others = new ArrayList<>();
    for (String parameter : parameters.split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      if (CREDENTIALS.contains(name)) {
        credentials.setProperty(name, equals < 0 ? "" : decode(parameter.substring(equals + 1)));
      } else if (!parameter.isEmpty()) {
        others.add(parameter);
      }
    }
    return String.join("&", others);
  }

  private static String optional(Matcher parts, String group) {
    return parts.group(group) == null ? "" : parts.group(group);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }

  // why: the one that every record has would show the password
  @Override
  public String toString() {
    return shown;
  }
}
