package dev.baton.app.server;

import dev.baton.app.doctor.Doctor;
import dev.baton.app.web.insight.HealthPage.HealthReport;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks a server for its own report. A result is good for a while, because some checks read a
 * whole database and ask programs for their versions. Thread safe.
 */
final class ServerHealth implements Supplier<HealthReport> {
  private static final Duration FRESH = Duration.ofSeconds(20);

  private final ServeSettings settings;
  private final Supplier<AgentCatalogue> executors;
  private final Supplier<String> url;
  private Optional<HealthReport> last = Optional.empty();
  private long lookedAt;

  ServerHealth(ServeSettings settings, Supplier<AgentCatalogue> executors, Supplier<String> url) {
    this.settings = settings;
    this.executors = executors;
    this.url = url;
  }

  @Override
  public synchronized HealthReport get() {
    if (last.isEmpty() || System.nanoTime() - lookedAt > FRESH.toNanos()) {
      last = Optional.of(look());
      lookedAt = System.nanoTime();
    }
    return last.get();
  }

  private HealthReport look() {
    var here = url.get();
    var patient =
        new Doctor.Patient(
            settings.directory().path(),
            settings.configuration().database(),
            settings.configuration().retention(),
            Optional.empty(),
            Optional.of(here),
            URI.create(here).getPort());
    return new HealthReport(
        new Doctor(patient, executors.get()).check(),
        Doctor.sizes(settings.directory().path()),
        limits());
  }

  /** Settings that bound something, and what may be spent. */
  private Map<String, String> limits() {
    var limits = new LinkedHashMap<String, String>();
    settings.configuration().settings().stream()
        .filter(
            setting ->
                setting.key().startsWith("limits.")
                    || setting.key().startsWith("budget.")
                    || setting.key().startsWith("retention."))
        .forEach(setting -> limits.put(setting.key(), setting.words()));
    return limits;
  }
}
