package dev.baton.app.config;

import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.attempt.AttemptRules.PerProject;
import dev.baton.orchestrator.attempt.AttemptRules.TimeLimits;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.changes.ChangeReader.ChangeLimits;
import dev.baton.orchestrator.forge.ForgeHost;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import dev.baton.workflow.TraceForm;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The configuration that applies, from the file, the environment and flags together.
 *
 * @param settings every value and where it comes from
 * @param database where everything is kept
 * @param nodePatience how long agents go on without a shared database
 * @param publicUrl where browsers and clients find the server, if a proxy stands before it
 * @param workflows further directories with workflow files
 * @param forges where pull requests are made, beside those whose hosts tell it
 * @param traceForm how runs of workflows are told that do not say it themselves
 * @param receivers who is told of what happens
 */
public record Configuration(
    List<Setting> settings,
    DatabaseChoice database,
    AttemptRules runRules,
    ChangeLimits changeLimits,
    WireLimits wireLimits,
    Retention retention,
    Duration nodePatience,
    Optional<URI> publicUrl,
    List<Path> workflows,
    TraceForm traceForm,
    List<ConfiguredExecutor> executors,
    List<ConfiguredReceiver> receivers,
    List<ForgeHost> forges) {
  /**
   * What callers may ask of the server at a time.
   *
   * @param messageBytes the longest message
   * @param requests how many requests of one owner may be in flight
   * @param streams how many long-lived streams one owner may have open
   */
  public record WireLimits(int messageBytes, int requests, int streams) {}

  private static final Duration FOR_EVER = Duration.ofDays(36_500);
  private static final Key LIMITS = Key.of("limits");
  private static final Key PROJECTS = Key.of("projects");
  private static final Key REPOSITORIES = Key.of("repositories");
  private static final Key RETENTION = Key.of("retention");
  private static final Key WORKFLOWS = Key.of("workflows");

  public Configuration {
    settings = List.copyOf(settings);
    workflows = List.copyOf(workflows);
    executors = List.copyOf(executors);
    receivers = List.copyOf(receivers);
    forges = List.copyOf(forges);
  }

  /** Where the file of a data directory is. */
  public static Path file(Path directory) {
    return directory.resolve(ConfigFile.NAME);
  }

  /**
   * Reads the configuration of a data directory.
   *
   * @throws InvalidConfigException with all mistakes, if there are any
   */
  public static Configuration load(
      Path directory, Map<String, String> environment, List<ConfigFlag> flags)
      throws IOException, InvalidConfigException {
    return of(ConfigFile.read(directory), directory, environment, flags);
  }

  static Configuration of(
      ConfigFile file, Path directory, Map<String, String> environment, List<ConfigFlag> flags)
      throws IOException, InvalidConfigException {
    var settings = new Settings(file, environment, flags);
    var executors = new ExecutorSections(settings);
    executors.check();
    var receivers = new NotifySections(settings, directory).list();
    var workflows = workflows(settings, directory);
    var forges = new ForgeSections(settings, directory).list();
    var database = new DatabaseSection(settings, directory).find();
    if (database.isEmpty() || !settings.problems().isEmpty()) {
      throw new InvalidConfigException(settings.problems());
    }
    return new Configuration(
        Stream.concat(settings.list().stream(), NotifySections.notes(receivers).stream()).toList(),
        database.get(),
        runRules(settings),
        new ChangeLimits(
            (int) number(settings, LIMITS.at("files")),
            number(settings, LIMITS.at("lines")),
            number(settings, LIMITS.at("bytes"))),
        new WireLimits(
            (int) number(settings, LIMITS.at("message_bytes")),
            (int) number(settings, LIMITS.at("requests")),
            (int) number(settings, LIMITS.at("streams"))),
        new Retention(
            settings.span(RETENTION.at("worktrees")),
            settings.span(RETENTION.at("logs")),
            Retention.DEFAULT.interval()),
        settings.span(Key.of("nodes", "patience")).orElse(FOR_EVER),
        settings.text(Key.of("server", "public_url")).map(URI::create),
        workflows,
        TraceForm.valueOf(settings.text(Key.of("trace")).orElseThrow().toUpperCase(Locale.ROOT)),
        executors.list(),
        receivers,
        forges);
  }

  private static long number(Settings settings, Key key) {
    return settings.number(key).orElseThrow();
  }

  /** Relative to the file if they stand there, else to where the program was started. */
  private static List<Path> workflows(Settings settings, Path directory) {
    var origin = settings.origin(WORKFLOWS);
    var base = origin instanceof Origin.Line ? directory : Path.of("");
    var folders = settings.texts(WORKFLOWS).stream().map(base::resolve).toList();
    folders.stream()
        .filter(folder -> !Files.isDirectory(folder))
        .forEach(
            folder ->
                settings.add(
                    new ConfigProblem(
                        origin,
                        "%s names '%s', which is no directory".formatted(WORKFLOWS, folder),
                        "directories that exist")));
    return folders;
  }

  private static AttemptRules runRules(Settings settings) {
    var total = (int) number(settings, LIMITS.at("running"));
    var each =
        settings
            .number(LIMITS.at("running_per_project"))
            .map(Long::intValue)
            .orElse(AttemptLimits.UNLIMITED);
    var own = new LinkedHashMap<String, Integer>();
    var trust = new LinkedHashMap<String, RepositoryTrust>();
    var usual = trust(settings, REPOSITORIES, RepositoryTrust.NONE);
    for (var project : settings.names(PROJECTS)) {
      var key = PROJECTS.at(project);
      settings.number(key.at("running")).ifPresent(most -> own.put(project, most.intValue()));
      trust.put(project, trust(settings, key, usual));
    }
    return new AttemptRules(
        new AttemptLimits(total, new PerProject<>(each, own)),
        new TimeLimits(
            settings.span(LIMITS.at("run_time")),
            settings.span(LIMITS.at("idle_time")),
            settings.span(LIMITS.at("approval_time"))),
        settings.text(Key.of("commit_policy")).flatMap(CommitPolicy::find).orElseThrow(),
        new PerProject<>(usual, trust),
        settings
            .text(Key.of("budget").at("day"))
            .filter(text -> !text.equals(TimeSpan.NONE))
            .map(BigDecimal::new));
  }

  private static RepositoryTrust trust(Settings settings, Key section, RepositoryTrust usual) {
    return new RepositoryTrust(
        settings.flag(section.at("hooks")).orElse(usual.hooks()),
        settings.flag(section.at("mcp_servers")).orElse(usual.mcpServers()));
  }
}
