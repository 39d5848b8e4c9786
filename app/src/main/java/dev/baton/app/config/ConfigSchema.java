package dev.baton.app.config;

import dev.baton.app.config.Shape.Named;
import dev.baton.app.config.Shape.Section;
import dev.baton.app.config.Shape.Value;
import java.util.Optional;

/** Every key of the configuration, with its allowed values and its default. */
final class ConfigSchema {
  private static final String NAME = "[A-Z][A-Z0-9_]{0,63}";
  private static final String NAME_RULE =
      "capital letters, digits and _, a letter first, at most 64";

  private static final Shape VARIABLES =
      new Named(
          name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"),
          "names of variables: letters, digits and _",
          unset(ValueKind.SECRET));

  private static final Shape VARIANT =
      Section.empty()
          .with("mode", choice("DEFAULT", "NO_CONTEXT", "PLAN", "APPROVALS"))
          .with("access", choice("workspace", "full"))
          .with("model", text())
          .with("effort", text())
          .with("arguments", unset(ValueKind.WORDS))
          .with("environment", VARIABLES);

  private static final Shape EXECUTOR =
      Section.empty()
          .with("kind", choice("acp", "command"))
          .with("command", unset(ValueKind.WORDS))
          .with("arguments", unset(ValueKind.WORDS))
          .with("output", choice("text", "json-lines"))
          .with("model", text())
          .with("effort", text())
          .with("models", unset(ValueKind.WORDS))
          .with("efforts", unset(ValueKind.WORDS))
          .with("default_variant", text())
          .with("environment", VARIABLES)
          .with("variants", new Named(name -> name.matches(NAME), NAME_RULE, VARIANT));

  private static final Shape PROJECT =
      Section.empty()
          .with("running", unset(ValueKind.whole(1, 1000)))
          .with("hooks", unset(ValueKind.FLAG))
          .with("mcp_servers", unset(ValueKind.FLAG));

  private static final Shape RECEIVER =
      Section.empty()
          .with("kind", choice("webhook", "slack", "discord", "ntfy", "command"))
          .with("url", unset(ValueKind.SECRET))
          .with("url_file", text())
          .with("secret", unset(ValueKind.SECRET))
          .with("secret_file", text())
          .with("token", unset(ValueKind.SECRET))
          .with("token_file", text())
          .with("private_hosts", unset(ValueKind.WORDS))
          .with("command", unset(ValueKind.WORDS))
          .with("events", unset(ValueKind.WORDS))
          .with("projects", unset(ValueKind.WORDS))
          .with("time_limit", unset(ValueKind.SPAN));

  private static final Shape FORGE =
      Section.empty()
          .with("kind", choice("github", "gitlab", "gitea", "forgejo"))
          .with("url", text())
          .with("command", unset(ValueKind.WORDS))
          .with("token_file", text())
          .with("token_env", text());

  private static final Shape LIMITS =
      Section.empty()
          .with("running", value(ValueKind.whole(1, 1000), "8"))
          .with("running_per_project", value(ValueKind.wholeOrNone(1, 1000), "none"))
          .with("files", value(ValueKind.whole(1, 1_000_000), "500"))
          .with("lines", value(ValueKind.whole(1, 1_000_000_000), "25000"))
          .with("bytes", value(ValueKind.whole(1, 1_000_000_000_000L), "50000000"))
          .with("run_time", value(ValueKind.SPAN, TimeSpan.NONE))
          .with("idle_time", value(ValueKind.SPAN, TimeSpan.NONE))
          .with("approval_time", value(ValueKind.SPAN, TimeSpan.NONE))
          .with("message_bytes", value(ValueKind.whole(65_536, 1_073_741_824), "4194304"))
          .with("requests", value(ValueKind.whole(1, 100_000), "64"))
          .with("streams", value(ValueKind.whole(1, 100_000), "32"));

  static final Section ROOT =
      Section.empty()
          .with("limits", LIMITS)
          .with("budget", Section.empty().with("day", value(ValueKind.MONEY, TimeSpan.NONE)))
          .with("commit_policy", value(ValueKind.choice("auto", "agent", "none"), "auto"))
          .with(
              "repositories",
              Section.empty()
                  .with("hooks", value(ValueKind.FLAG, "false"))
                  .with("mcp_servers", value(ValueKind.FLAG, "false")))
          .with("workflows", value(ValueKind.FOLDERS, ""))
          .with("trace", value(ValueKind.choice("auto", "messages", "single"), "auto"))
          .with(
              "retention",
              Section.empty()
                  .with("worktrees", value(ValueKind.SPAN, "72h"))
                  .with("logs", value(ValueKind.SPAN, "90d")))
          .with("server", Section.empty().with("public_url", unset(ValueKind.SITE)))
          .with("nodes", Section.empty().with("patience", value(ValueKind.SPAN, "10m")))
          .with(
              "database",
              Section.empty()
                  .with("url", value(ValueKind.DATABASE, RememberedDatabase.USUAL))
                  .with("password", unset(ValueKind.SECRET))
                  .with("password_file", text()))
          .with(
              "forges",
              new Named(
                  name -> name.matches("[A-Za-z0-9._-]+(:[0-9]{1,5})?"),
                  "hosts, as they stand in the addresses of remotes",
                  FORGE))
          .with("projects", new Named(name -> !name.isBlank(), "names or ids of projects", PROJECT))
          .with("executors", new Named(name -> name.matches(NAME), NAME_RULE, EXECUTOR))
          .with(
              "notify",
              new Named(
                  name -> name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}"),
                  "letters, digits, _ and -, at most 64",
                  RECEIVER));

  private ConfigSchema() {}

  private static Value value(ValueKind kind, String standard) {
    return new Value(kind, Optional.of(standard));
  }

  private static Value unset(ValueKind kind) {
    return new Value(kind, Optional.empty());
  }

  private static Value choice(String... words) {
    return unset(ValueKind.choice(words));
  }

  private static Value text() {
    return unset(ValueKind.TEXT);
  }
}
