package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.store.Store;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what follows from output, on threads of its own, because reading must go on. */
final class OutputEffects implements OutputIngest.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(OutputEffects.class);

  private interface Effect {
    void run() throws InterruptedException;
  }

  private final Store store;
  private final Signals signals;
  private final InputLines inputs;
  private final LingeringAgents lingering;
  private volatile Optional<OutputIngest> output = Optional.empty();

  OutputEffects(Store store, Signals signals, InputLines inputs, LingeringAgents lingering) {
    this.store = store;
    this.signals = signals;
    this.inputs = inputs;
    this.lingering = lingering;
  }

  /** Each needs the other, so one of them learns of it later. */
  void listenTo(OutputIngest source) {
    output = Optional.of(source);
  }

  @Override
  public void onOutput(UUID attemptId) {
    signals.tell(attemptId);
  }

  @Override
  public void onInput(UUID processId) {
    send("input", () -> inputs.deliver(load(processId)));
  }

  @Override
  public void onTurnEnded(UUID processId) {
    Optional<Future<Void>> end = output.flatMap(source -> source.findEnd(processId));
    end.ifPresent(
        ended -> send("departure", () -> lingering.stopLingering(load(processId), ended)));
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
              } catch (RuntimeException e) {
                LOG.warn("An errand failed: {}", name, e);
              }
            });
  }
}
