package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A project with one repository on a server, and what is done in it. */
final class Board {
  private static final int WAIT_MILLIS = 45_000;

  private final BatonServer server;
  private final String projectId;

  private Board(BatonServer server, String projectId) {
    this.server = server;
    this.projectId = projectId;
  }

  /** A project that is there. */
  static Board of(BatonServer server, String projectId) {
    return new Board(server, projectId);
  }

  static Board create(BatonServer server, Path repository) throws IOException {
    var arguments =
        """
        {"name":"bench","repos":[{"path":"%s"}]}\
        """
            .formatted(repository);
    return new Board(server, server.call("create_project", arguments, "project_id"));
  }

  /**
   * Makes a repository with one commit of what is in the directory, and a file if there is none.
   */
  static Path makeRepository(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("README.md"), "A repository to measure with.\n");
    Git.run(directory, List.of("init", "-q", "-b", "main"));
    Git.run(directory, List.of("config", "user.name", "Bench"));
    Git.run(directory, List.of("config", "user.email", "bench@example.com"));
    Git.run(directory, List.of("add", "-A"));
    Git.run(directory, List.of("commit", "-q", "-m", "Begin"));
    return directory;
  }

  String projectId() {
    return projectId;
  }

  String createTask(String title) throws IOException {
    var arguments =
        """
        {"project_id":"%s","title":"%s"}\
        """
            .formatted(projectId, title);
    return server.call("create_task", arguments, "task_id");
  }

  /** Starts the fake agent with a script, whose lines are separated by {@code \n} as in JSON. */
  String startAttempt(String taskId, String script) throws IOException {
    var arguments =
        """
        {"task_id":"%s","executor":"FAKE_AGENT","prompt":"%s"}\
        """
            .formatted(taskId, script);
    return server.call("start_task_attempt", arguments, "attempt_id");
  }

  /** How many lines of an attempt are stored. */
  long countLines(String attemptId) throws IOException {
    var arguments =
        """
        {"attempt_id":"%s","channel":"raw","limit":1}\
        """
            .formatted(attemptId);
    return server.call("tail_attempt_logs", arguments).path("latest_entry_index").asLong(-1) + 1;
  }

  /** Has a file read where the workspace of an attempt is. */
  void readFile(String attemptId, String path) throws IOException {
    var arguments =
        """
        {"attempt_id":"%s","path":"%s"}\
        """
            .formatted(attemptId, path);
    server.call("get_attempt_file", arguments);
  }

  /** Ends the agent at once. */
  void stopAttempt(String attemptId) throws IOException {
    var arguments =
        """
        {"attempt_id":"%s","force":true}\
        """
            .formatted(attemptId);
    server.call("stop_attempt", arguments);
  }

  /** Waits until the attempt is done, which has to be well. */
  void awaitEnd(String attemptId) throws IOException {
    var status = await(attemptId, "running");
    while (List.of("idle", "running").contains(status.path("state").asString(""))) {
      status = await(attemptId, status.path("state").asString(""));
    }
    if (!status.path("state").asString("").equals("completed")) {
      throw new IOException("The attempt did not end well: " + status);
    }
  }

  private JsonNode await(String attemptId, String state) throws IOException {
    var arguments =
        """
        {"attempt_id":"%s","wait_ms":%d,"since_state":"%s"}\
        """
            .formatted(attemptId, WAIT_MILLIS, state);
    return server.call("get_attempt_status", arguments);
  }
}
