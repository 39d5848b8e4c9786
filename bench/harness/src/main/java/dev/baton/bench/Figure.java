package dev.baton.bench;

import java.util.Locale;

/** Something that is measured. */
enum Figure {
  CALLS("calls/s", 0),
  P50("p50 ms", 2),
  P99("p99 ms", 2),
  CALL_CPU("CPU µs per call", 1),
  IDLE_MEMORY("idle RSS MiB", 0),
  FIRST_ANSWER("start to tools/list ms", 0),
  WHOLE("start to end ms", 0),
  START_CPU("CPU ms", 0),
  START_MEMORY("RSS MiB", 0),
  REQUESTS("requests per run", 0),
  RUN_MICROS("p50 µs per run", 0),
  RECORDED("recorded calls/s", 0),
  GET_TASK("tasks/get p50 ms", 3),
  LIST_TASKS("list_tasks p50 ms", 2),
  TAIL_LOGS("tail_attempt_logs p50 ms", 2),
  STATUS("get_attempt_status p50 ms", 2),
  LINES("lines/s", 0),
  MOST_MEMORY("most RSS MiB", 0),
  LATE_MEMORY("RSS in the last quarter / in the second", 2),
  CPU_SHARE("CPU % of one core", 0),
  HEALTHY("start to /healthz ms", 0),
  FIRST_LIST("start to list_tasks ms", 0),
  WORKTREE("ms until the agent runs", 0),
  CHANGES("p50 ms", 0),
  HTML("HTML kB", 0),
  NODES("nodes", 0),
  PAGE("page p50 ms", 1),
  RECEIVED("received kB", 0),
  ON_SCREEN("on the screen after ms, p50", 0),
  ATTEMPTS("attempts/s", 2),
  QUERIES("queries/s", 2),
  TRANSACTIONS("transactions/s", 2),
  JOIN("`start_task_attempt` that waits, p50 ms", 1),
  HANDOVER("from one's end to the next one's begin, p50 ms", 0),
  AGENT_BEGIN("until the agent runs, p50 ms", 0),
  FILE("`get_attempt_file` p50 ms", 1);

  private final String title;
  private final int decimals;

  Figure(String title, int decimals) {
    this.title = title;
    this.decimals = decimals;
  }

  String title() {
    return title;
  }

  String format(double value) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
