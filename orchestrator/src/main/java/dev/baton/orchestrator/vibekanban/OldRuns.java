package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import dev.baton.orchestrator.vibekanban.OldLogs.Entries;
import dev.baton.orchestrator.vibekanban.OldProjects.OldRepo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads what ran in the attempts of vibe-kanban: sessions, prompts, processes, messages and logs.
 */
final class OldRuns {
  private static final Set<String> REASONS =
      Stream.of(ProcessReason.values()).map(ProcessReason::wireName).collect(Collectors.toSet());

  /** All that ran in an attempt, in order. */
  record History(List<OldRun> runs, Optional<String> executor) {
    private Optional<OldRun> last() {
      return runs.stream().filter(OldRun::isAgent).reduce((_, newer) -> newer);
    }

    String state() {
      return last()
          .map(run -> run.status().equals("completed") ? "completed" : "failed")
          .orElse("idle");
    }

    Optional<String> failure() {
      return last().filter(run -> !run.status().equals("completed")).map(OldRuns::failure);
    }

    long lastActivity(long otherwise) {
      return runs.stream().mapToLong(OldRun::ended).max().orElse(otherwise);
    }
  }

  private final OldLogs logs;
  private final ImportedRows imported;
  private final Map<UUID, List<OldRow>> processes = new HashMap<>();
  private final Map<UUID, OldRow> said = new HashMap<>();
  private final Map<UUID, OldRow> sessions = new HashMap<>();
  private final Map<UUID, List<OldRow>> states = new HashMap<>();

  OldRuns(OldDatabase old, List<OldRow> attempts, ImportedRows imported) {
    this.imported = imported;
    this.logs = new OldLogs(old, imported);
    var known = attempts.stream().map(OldRow::id).collect(Collectors.toSet());
    old.rows("sessions").forEach(session -> sessions.put(session.id(), session));
    imported.cannot(
        sessions.values().stream()
            .filter(session -> session.id("workspace_id").filter(known::contains).isEmpty())
            .count(),
        "session",
        "the attempt is not there");
    old.rows("coding_agent_turns", "executor_sessions")
        .forEach(row -> row.id("execution_process_id").ifPresent(id -> said.put(id, row)));
    old.rows("execution_process_repo_states")
        .forEach(
            row ->
                row.id("execution_process_id")
                    .ifPresent(id -> states.computeIfAbsent(id, _ -> new ArrayList<>()).add(row)));
    var all = old.rows("execution_processes");
    var ran = all.stream().map(OldRow::id).collect(Collectors.toSet());
    imported.cannot(
        said.keySet().stream().filter(id -> !ran.contains(id)).count(),
        "turn",
        "the run is not there");
    imported.cannot(
        states.entrySet().stream()
            .filter(entry -> !ran.contains(entry.getKey()))
            .mapToLong(entry -> entry.getValue().size())
            .sum(),
        "row of execution_process_repo_states",
        "the run is not there");
    imported.cannot(old.countLostLogs(), "row of execution_process_logs", "the run is not there");
    for (var process : all) {
      attemptOf(process)
          .filter(known::contains)
          .ifPresent(id -> processes.computeIfAbsent(id, _ -> new ArrayList<>()).add(process));
    }
    imported.cannot(
        all.size() - processes.values().stream().mapToLong(List::size).sum(),
        "run",
        "the session or the attempt is not there");
  }

  private Optional<UUID> attemptOf(OldRow process) {
    return process
        .id("session_id")
        .flatMap(id -> Optional.ofNullable(sessions.get(id)))
        .flatMap(session -> session.id("workspace_id"))
        .or(() -> process.id("task_attempt_id", "workspace_id"));
  }

  History of(OldRow attempt) {
    var runs =
        processes.getOrDefault(attempt.id(), List.of()).stream()
            .filter(process -> !process.flag("dropped"))
            .sorted(Comparator.comparingLong(OldRow::created))
            .map(
                process ->
                    new OldRun(
                        process,
                        reason(process),
                        process
                            .id("session_id")
                            .orElseGet(() -> OldRow.derived("session", attempt.id())),
                        Optional.ofNullable(said.get(process.id()))))
            .toList();
    runs.forEach(run -> sayUnknownEnd(run.process()));
    var dropped = processes.getOrDefault(attempt.id(), List.of()).size() - runs.size();
    if (dropped > 0) {
      imported.cannot(
          "%d runs of attempt %s: they were taken back there".formatted(dropped, attempt.id()));
    }
    var executor =
        runs.stream()
            .filter(OldRun::isAgent)
            .flatMap(
                run ->
                    Optional.ofNullable(sessions.get(run.session()))
                        .flatMap(session -> session.text("executor"))
                        .or(run::executor)
                        .stream())
            .reduce((_, newer) -> newer);
    return new History(runs, executor);
  }

  private String reason(OldRow process) {
    var reason = process.text("run_reason", "process_type").orElse("setupscript");
    if (reason.equals("archivescript")) {
      return "cleanupscript";
    }
    if (!REASONS.contains(reason)) {
      imported.cannot(
          "kind '%s' of run %s: there is none of this name, so it is a setup script"
              .formatted(reason, process.id()));
      return "setupscript";
    }
    return reason;
  }

  private void sayUnknownEnd(OldRow process) {
    process
        .text("status")
        .filter(status -> !OldRun.ENDS.contains(status) && !status.equals("running"))
        .ifPresent(
            status ->
                imported.cannot(
                    "status '%s' of run %s: there is none of this name, so it was stopped"
                        .formatted(status, process.id())));
  }

  private static String failure(OldRun run) {
    return run.process()
        .number("exit_code")
        .map(code -> "It ended with exit code %d in vibe-kanban".formatted(code))
        .orElse("It was stopped in vibe-kanban");
  }

  /** How many log entries an attempt will have. */
  Entries count(History history) {
    return logs.count(history.runs());
  }

  /**
   * Brings what ran in an attempt.
   *
   * @param prepared those of its repositories whose worktrees are as setup scripts left them
   */
  void bring(
      UUID attempt, String executor, History history, List<OldRepo> repos, List<OldRepo> prepared) {
    var bySession = new LinkedHashMap<UUID, List<OldRun>>();
    history.runs().stream()
        .filter(OldRun::isAgent)
        .forEach(run -> bySession.computeIfAbsent(run.session(), _ -> new ArrayList<>()).add(run));
    int index = 0;
    for (var session : bySession.entrySet()) {
      session(attempt, executor, index++, session.getKey(), session.getValue());
    }
    turns(attempt, history);
    history.runs().stream().filter(OldRun::isAgent).forEach(run -> commits(run, repos));
    processes(attempt, history, bySession.keySet().stream().toList(), prepared);
    bySession.forEach(this::messages);
    logs.bring(attempt, history.runs());
  }

  private void session(UUID attempt, String executor, int index, UUID id, List<OldRun> runs) {
    var row =
        Json.object()
            .put("id", id.toString())
            .put("attempt_id", attempt.toString())
            .put("session_index", index)
            .put("executor", executor)
            .put("is_lost", 0)
            .put("next_message_index", messagesOf(runs).size())
            .put("created_at", runs.getFirst().started());
    runs.stream()
        .flatMap(run -> run.said().stream())
        .flatMap(row2 -> row2.text("agent_session_id", "session_id").stream())
        .reduce((_, newer) -> newer)
        .ifPresent(name -> row.put("agent_session_id", name));
    imported.add("agent_session", row);
  }

  private void turns(UUID attempt, History history) {
    int index = 0;
    for (var run : history.runs().stream().filter(OldRun::isAgent).toList()) {
      var row =
          Json.object()
              .put("id", run.turn().toString())
              .put("attempt_id", attempt.toString())
              .put("turn_index", index++)
              .put("prompt", run.prompt().orElse("(unknown)"))
              .put("status", "done")
              .put("queued_at", run.started())
              .put("started_at", run.started())
              .put("ended_at", run.ended())
              .put("is_committed", 1)
              .put("session_id", run.session().toString());
      if (!run.status().equals("completed")) {
        row.put("failure_summary", failure(run));
      }
      imported.add("turn", row);
    }
  }

  /** Where it found and left the branches, which is what going back to before it needs. */
  private void commits(OldRun run, List<OldRepo> repos) {
    for (var repo : repos) {
      var state =
          states.getOrDefault(run.process().id(), List.of()).stream()
              .filter(row -> row.id("repo_id").filter(repo.oldId()::equals).isPresent())
              .findFirst()
              // why: versions with one repository noted it with the run
              .orElse(run.process());
      state
          .text("before_head_commit")
          .filter(CommitObject::isId)
          .ifPresent(
              before -> {
                var row =
                    Json.object()
                        .put("turn_id", run.turn().toString())
                        .put("repo_id", repo.id().toString())
                        .put("commit_before", before);
                state
                    .text("after_head_commit")
                    .filter(CommitObject::isId)
                    .ifPresent(after -> row.put("commit_after", after));
                imported.add("turn_commit", row);
              });
    }
  }

  private void processes(UUID attempt, History history, List<UUID> sessions, List<OldRepo> repos) {
    var runs = history.runs();
    for (int index = 0; index < runs.size(); index++) {
      var run = runs.get(index);
      var row =
          Json.object()
              .put("id", run.process().id().toString())
              .put("attempt_id", attempt.toString())
              .put("process_index", index)
              .put("reason", run.reason())
              .put("status", run.status())
              .put("started_at", run.started())
              .put("ended_at", run.ended())
              .put("stdout_offset", 0)
              .put("stderr_offset", 0)
              .put("first_raw_index", 0)
              .put("is_begun", 1);
      run.process().number("exit_code").ifPresent(code -> row.put("exit_code", code));
      repoOf(run, repos).ifPresent(repo -> row.put("repo_id", repo.id().toString()));
      if (sessions.contains(run.session())) {
        row.put("session_id", run.session().toString());
      }
      turnOf(runs, index).ifPresent(turn -> row.put("turn_id", turn.toString()));
      run.prompt().filter(_ -> run.isAgent()).ifPresent(prompt -> row.put("prompt", prompt));
      imported.add("execution_process", row);
    }
  }

  /** The repository whose script it was, so that a setup that has succeeded is not run again. */
  private static Optional<OldRepo> repoOf(OldRun run, List<OldRepo> repos) {
    if (run.isAgent()) {
      return Optional.empty();
    }
    return repos.size() == 1
        ? Optional.of(repos.getFirst())
        : run.action("working_dir")
            .flatMap(
                name -> repos.stream().filter(repo -> repo.directory().equals(name)).findFirst());
  }

  /** A script before the agent is a part of what begins then, one after it of what ends. */
  private static Optional<UUID> turnOf(List<OldRun> runs, int index) {
    var run = runs.get(index);
    if (run.reason().equals("devserver")) {
      return Optional.empty();
    }
    var after = runs.subList(index, runs.size()).stream().filter(OldRun::isAgent).findFirst();
    var before = runs.subList(0, index + 1).reversed().stream().filter(OldRun::isAgent).findFirst();
    return (run.reason().equals("cleanupscript") ? before.or(() -> after) : after.or(() -> before))
        .map(OldRun::turn);
  }

  /** What was said, without where. */
  private static List<ObjectNode> messagesOf(List<OldRun> runs) {
    var messages = new ArrayList<ObjectNode>();
    for (var run : runs) {
      run.prompt().ifPresent(text -> messages.add(message(run, Role.USER, text, run.started())));
      run.said()
          .flatMap(row -> row.text("summary"))
          .ifPresent(text -> messages.add(message(run, Role.ASSISTANT, text, run.ended())));
    }
    return messages;
  }

  private static ObjectNode message(OldRun run, Role role, String text, long at) {
    var message = SessionMessage.of(role, text, run.process().id(), Instant.ofEpochMilli(at));
    return Json.object()
        .put("process_id", message.processId().toString())
        .put("role", message.role().wireName())
        .put("content", message.content())
        .put("is_truncated", message.isTruncated() ? 1 : 0)
        .put("said_at", at);
  }

  private void messages(UUID session, List<OldRun> runs) {
    long index = 0;
    for (var message : messagesOf(runs)) {
      imported.add(
          "session_message",
          message.put("session_id", session.toString()).put("message_index", index++));
    }
  }
}
