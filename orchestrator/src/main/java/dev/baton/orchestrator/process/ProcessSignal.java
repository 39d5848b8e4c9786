package dev.baton.orchestrator.process;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The signals that end programs, politest first. */
enum ProcessSignal {
  INTERRUPT("INT"),
  TERMINATE("TERM"),
  KILL("KILL");

  private final String name;

  ProcessSignal(String name) {
    this.name = name;
  }

  /** Sends it to these; whoever is gone already is passed over. */
  void send(Collection<ProcessIdentity> processes) throws IOException, InterruptedException {
    deliver(processes.stream().map(process -> Long.toString(process.pid())).toList());
  }

  /** Sends it to the whole group that this process leads. */
  void sendToGroup(ProcessIdentity leader) throws IOException, InterruptedException {
    deliver(List.of("-" + leader.pid()));
  }

  private void deliver(List<String> targets) throws IOException, InterruptedException {
    if (targets.isEmpty()) {
      return;
    }
    // why: Java itself can terminate and kill, but neither interrupt nor reach a group; a loop,
    // because kill may stop at the first target that is gone
    var line =
        new ArrayList<>(List.of("sh", "-c", "for p; do kill -s \"$0\" -- \"$p\"; done", name));
    line.addAll(targets);
    var nowhere = new File("/dev/null");
    new ProcessBuilder(line)
        .redirectInput(nowhere)
        .redirectOutput(nowhere)
        .redirectError(nowhere)
        .start()
        .waitFor();
  }
}
