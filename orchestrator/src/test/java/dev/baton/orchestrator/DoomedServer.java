package dev.baton.orchestrator;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/** A server in a process of its own that comes to a bad end. */
final class DoomedServer {
  static final String KEY = "the only one";

  private DoomedServer() {}

  /**
   * Starts attempts, says their ids and waits to be killed; or ends itself when the first agent is
   * about to be started.
   */
  public static void main(String[] arguments) throws Exception {
    var directory = Path.of(arguments[0]);
    var script = arguments[2];
    int attempts = Integer.parseInt(arguments[3]);
    var output = new PrintStream(System.out, true);
    try (var baton =
        arguments[1].equals("halt")
            ? TestBaton.in(directory, setup -> setup, DoomedServer::halting)
            : TestBaton.in(directory, TestBaton.atMost(attempts))) {
      var task = baton.task("Doomed");
      output.println(task);
      for (int number = 0; number < attempts; number++) {
        UUID id =
            baton
                .orchestrator()
                .attemptStarts()
                .start(TestBaton.caller(KEY + number), TestBaton.attempt(task, script.split("\\|")))
                .attemptId();
        output.println(id);
      }
      new CountDownLatch(1).await();
    }
  }

  /** Executors under which the server dies when it is about to start an agent. */
  private static AgentCatalogue halting(AgentCatalogue catalogue) {
    return new AgentCatalogue(List.of(new Halting(catalogue.find(TestBaton.FAKE).orElseThrow())));
  }

  private record Halting(AgentExecutor agent) implements AgentExecutor {
    @Override
    public AgentSetup setup() {
      return agent.setup();
    }

    @Override
    public List<AgentVariant> builtIn() {
      return agent.builtIn();
    }

    @Override
    public TurnCommand command(TurnRequest request) {
      Runtime.getRuntime().halt(9);
      return agent.command(request);
    }

    @Override
    public TurnReader reader(TurnRequest request) {
      return agent.reader(request);
    }
  }
}
