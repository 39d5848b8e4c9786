package dev.baton.app.config;

import dev.baton.app.config.Shape.Named;
import dev.baton.app.config.Shape.Section;
import dev.baton.app.config.Shape.Value;
import java.util.List;
import java.util.Optional;

/** Every key of the configuration, with what it may be and what holds if nobody sets it. */
final class ConfigSchema {
  private static final String NAME = "[A-Z][A-Z0-9_]{0,63}";
  private static final String NAME_RULE =
      "capital letters, digits and _, a letter first, at most 64";

  private static final Shape VARIABLES =
      new Named(
          name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"),
          "names of variables: letters, digits and _",
          unset(new ValueKind.Text(true)));

  private static final Shape VARIANT =
      Section.empty()
          .with("mode", choice("DEFAULT", "NO_CONTEXT", "PLAN", "APPROVALS"))
          .with("access", choice("workspace", "full"))
          .with("model", text())
          .with("effort", text())
          .with("arguments", unset(ValueKind.Texts.WORDS))
          .with("environment", VARIABLES);

  private static final Shape EXECUTOR =
      Section.empty()
          .with("kind", choice("acp", "command"))
          .with("command", unset(ValueKind.Texts.WORDS))
          .with("arguments", unset(ValueKind.Texts.WORDS))
          .with("output", choice("text", "json-lines"))
          .with("model", text())
          .with("effort", text())
          .with("models", unset(ValueKind.Texts.WORDS))
          .with("efforts", unset(ValueKind.Texts.WORDS))
          .with("default_variant", text())
          .with("environment", VARIABLES)
          .with("variants", new Named(name -> name.matches(NAME), NAME_RULE, VARIANT));

  private static final Shape PROJECT =
      Section.empty()
          .with("running", unset(new ValueKind.Whole(1, 1000, false)))
          .with("hooks", unset(new ValueKind.Flag()))
          .with("mcp_servers", unset(new ValueKind.Flag()));

  private static final Shape RECEIVER =
      Section.empty()
          .with("kind", choice("webhook", "slack", "discord", "ntfy", "command"))
          .with("url", unset(new ValueKind.Text(true)))
          .with("url_file", text())
          .with("secret", unset(new ValueKind.Text(true)))
          .with("secret_file", text())
          .with("token", unset(new ValueKind.Text(true)))
          .with("token_file", text())
          .with("private_hosts", unset(ValueKind.Texts.WORDS))
          .with("command", unset(ValueKind.Texts.WORDS))
          .with("events", unset(ValueKind.Texts.WORDS))
          .with("projects", unset(ValueKind.Texts.WORDS))
          .with("time_limit", unset(new ValueKind.Span()));

  private static final Shape FORGE =
      Section.empty()
          .with("kind", choice("github", "gitlab", "gitea", "forgejo"))
          .with("url", text())
          .with("command", unset(ValueKind.Texts.WORDS))
          .with("token_file", text())
          .with("token_env", text());

  private static final Shape LIMITS =
      Section.empty()
          .with("running", value(new ValueKind.Whole(1, 1000, false), "8"))
          .with("running_per_project", value(new ValueKind.Whole(1, 1000, true), "none"))
          .with("files", value(new ValueKind.Whole(1, 1_000_000, false), "500"))
          .with("lines", value(new ValueKind.Whole(1, 1_000_000_000, false), "25000"))
          .with("bytes", value(new ValueKind.Whole(1, 1_000_000_000_000L, false), "50000000"))
          .with("run_time", value(new ValueKind.Span(), TimeSpan.NONE))
          .with("idle_time", value(new ValueKind.Span(), TimeSpan.NONE))
          .with("approval_time", value(new ValueKind.Span(), TimeSpan.NONE))
          .with(
              "message_bytes", value(new ValueKind.Whole(65_536, 1_073_741_824, false), "4194304"))
          .with("requests", value(new ValueKind.Whole(1, 100_000, false), "64"))
          .with("streams", value(new ValueKind.Whole(1, 100_000, false), "32"));

  static final Section ROOT =
      Section.empty()
          .with("limits", LIMITS)
          .with("budget", Section.empty().with("day", value(new ValueKind.Money(), TimeSpan.NONE)))
          .with(
              "commit_policy",
              value(new ValueKind.Choice(List.of("auto", "agent", "none")), "auto"))
          .with(
              "repositories",
              Section.empty()
                  .with("hooks", value(new ValueKind.Flag(), "false"))
                  .with("mcp_servers", value(new ValueKind.Flag(), "false")))
          .with("workflows", value(ValueKind.Texts.FOLDERS, ""))
          .with("trace", value(new ValueKind.Choice(List.of("auto", "messages", "single")), "auto"))
          .with(
              "retention",
              Section.empty()
                  .with("worktrees", value(new ValueKind.Span(), "72h"))
                  .with("logs", value(new ValueKind.Span(), "90d")))
          .with("server", Section.empty().with("public_url", unset(new ValueKind.Site())))
          .with("nodes", Section.empty().with("patience", value(new ValueKind.Span(), "10m")))
          .with(
              "database",
              Section.empty()
                  .with("url", value(new ValueKind.Address(), RememberedDatabase.USUAL))
                  .with("password", unset(new ValueKind.Text(true)))
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
    return unset(new ValueKind.Choice(List.of(words)));
  }

  private static Value text() {
    return unset(new ValueKind.Text(false));
  }
}
