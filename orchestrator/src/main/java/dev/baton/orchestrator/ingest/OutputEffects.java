package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import java.util.UUID;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what follows from output, on threads of its own, because reading must go on. */
public final class OutputEffects {
  private static final Logger LOG = LoggerFactory.getLogger(OutputEffects.class);

  private interface Effect {
    void run() throws InterruptedException;
  }

  private final Store store;
  private final Signals signals;
  private final InputLines inputs;
  private final LingeringAgents lingering;

  public OutputEffects(Store store, Signals signals, InputLines inputs, LingeringAgents lingering) {
    this.store = store;
    this.signals = signals;
    this.inputs = inputs;
    this.lingering = lingering;
  }

  /** There is something new to read. */
  void onOutput(UUID attemptId) {
    signals.tell(attemptId);
  }

  /** Lines wait to be sent to the program. */
  void onInput(UUID processId, Claim claim) {
    send("input", () -> inputs.deliver(load(processId), claim));
  }

  /** The agent has said that its turn is over, so its program may go. */
  void onTurnEnded(UUID processId, Future<Void> ended) {
    send("departure", () -> lingering.stopLingering(load(processId), ended));
  }

  private ExecutionProcess load(UUID processId) {
    return store
        .read(tables -> tables.processes().find(processId))
        .map(ProcessDetail::process)
        .orElseThrow();
  }

  private static void send(String name, Effect effect) {
    Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                effect.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (StaleClaimException e) {
                LOG.debug("What follows from output is for others: {}", name, e);
              } catch (RuntimeException e) {
                LOG.warn("What follows from output failed: {}", name, e);
              }
            });
  }
}
