package dev.baton.app.doctor;

import dev.baton.app.config.DatabaseChoice;
import dev.baton.database.StorageException;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.fake.FakeExecutor;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes all checks. Changes nothing. */
public final class Doctor {
  private static final String INSTALL_ONE =
      "Install one, such as Claude Code, Codex or Gemini CLI; until then 'baton demo' shows Baton"
          + " with its scripted agent";

  private static final String SHARED =
      "Install one, or leave agents to workers that share the database; 'baton node list' shows who"
          + " has which";

  private static final String QUICK_CHECK = "pragma quick_check(1)";
  private static final String NAME_ANOTHER =
      "Make it reachable again, or name another with 'baton serve --db URL'";

  /**
   * What is looked at.
   *
   * @param data the data directory, which need not be there
   * @param database the database, which need not be there
   * @param retention how long things stay that nobody works with
   * @param mistakes what is wrong with the configuration, if anything is
   * @param server where the server of the directory is, if one runs
   * @param port where a server would be
   */
  public record Patient(
      Path data,
      DatabaseChoice database,
      Retention retention,
      Optional<String> mistakes,
      Optional<String> server,
      int port) {}

  private final Patient patient;
  private final AgentCatalogue agents;

  public Doctor(Patient patient, AgentCatalogue agents) {
    this.patient = patient;
    this.agents = agents;
  }

  /** Bytes of the data directory by what they are for. */
  public static Map<String, Long> sizes(Path data) {
    return DataSize.sizes(data);
  }

  public List<Finding> check() {
    var findings = new ArrayList<>(new Machine(patient.data()).check());
    findings.add(configuration().required());
    findings.add(database().required());
    new DataSize(patient).find().ifPresent(findings::add);
    findings.add(server());
    findings.add(port());
    var listings = agents.list();
    var isAlone = patient.database().address().file().isPresent();
    // why: workers that share the database may have agents, and a server may run none
    findings.add(isAlone ? anyAgent(listings, INSTALL_ONE).required() : anyAgent(listings, SHARED));
    listings.stream().map(Doctor::agent).forEach(findings::add);
    return List.copyOf(findings);
  }

  private Finding configuration() {
    return patient
        .mistakes()
        .map(
            text ->
                Finding.bad(
                    "configuration", text, "Correct it; 'baton config show' shows what counts"))
        .orElseGet(() -> Finding.good("configuration", "no mistakes"));
  }

  private Finding database() {
    var choice = patient.database();
    var isFile = choice.address().file().isPresent();
    if (choice.isGone()) {
      return Finding.bad("database", choice.words() + " is gone", NAME_ANOTHER);
    }
    if (choice.address().file().filter(file -> !Files.exists(file)).isPresent()) {
      return Finding.good(
          "database", "none yet; made when a server starts: %s".formatted(choice.words()));
    }
    try (var database = choice.open()) {
      var state = database.read(it -> answer(it, isFile ? QUICK_CHECK : "select version()"));
      return !isFile || state.equals("ok")
          ? Finding.good("database", isFile ? choice.words() : choice.words() + ", " + state)
          : Finding.bad(
              "database",
              "%s is damaged: %s".formatted(choice.words(), state),
              "Stop the server and put the newest backup in its place");
    } catch (StorageException e) {
      return Finding.bad(
          "database",
          "%s (%s)".formatted(e.getMessage(), choice.origin().words()),
          isFile
              ? "Check the file's owner and rights, or put a backup in its place"
              : NAME_ANOTHER);
    }
  }

  private static String answer(Connection connection, String query) throws SQLException {
    try (var statement = connection.prepareStatement(query);
        var answer = statement.executeQuery()) {
      return answer.next() ? answer.getString(1) : "no answer";
    }
  }

  private Finding server() {
    return Finding.good(
        "server",
        patient.server().map(url -> "runs at " + url).orElse("none runs; started when needed"));
  }

  private Finding port() {
    if (patient.server().filter(url -> url.contains(":" + patient.port() + "/")).isPresent()) {
      return Finding.good("port", "%d, used by Baton".formatted(patient.port()));
    }
    try (var socket = new ServerSocket(patient.port(), 1, InetAddress.getLoopbackAddress())) {
      return Finding.good("port", "%d is free".formatted(socket.getLocalPort()));
    } catch (IOException e) {
      return Finding.bad(
          "port",
          "%d is taken by another program".formatted(patient.port()),
          "Serve elsewhere: baton serve --port 0");
    }
  }

  private static Finding anyAgent(List<AgentCatalogue.Listing> listings, String remedy) {
    var there =
        listings.stream()
            .filter(listing -> !listing.executor().equals(FakeExecutor.NAME))
            .filter(listing -> listing.availability().isAvailable())
            .map(AgentCatalogue.Listing::executor)
            .collect(Collectors.joining(", "));
    return there.isEmpty()
        ? Finding.bad("agents", "no coding agent was found", remedy)
        : Finding.good("agents", there);
  }

  private static Finding agent(AgentCatalogue.Listing listing) {
    var check = "executor " + listing.executor();
    return switch (listing.availability()) {
      case Availability.Available available ->
          Finding.good(check, available.version().orElse("there"));
      case Availability.Unavailable unavailable ->
          Finding.bad(check, "not available", unavailable.reason());
    };
  }
}
