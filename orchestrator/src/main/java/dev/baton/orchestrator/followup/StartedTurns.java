package dev.baton.orchestrator.followup;

import dev.baton.orchestrator.call.RequestKeys;
import dev.baton.orchestrator.call.RequestKeys.KeyedCall;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.start.TurnStarts;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/** Records turns that users ask for, each once, and waits until they have begun. Thread safe. */
final class StartedTurns {
  /** An answer, and the turns that have to be started before it is given. */
  record Recorded<T>(T answer, UUID attemptId, List<OpenedTurn> opened) {}

  private final Store store;
  private final TurnStarts starts;
  private final RequestKeys keys;

  StartedTurns(Store store, Dispatcher dispatcher, RequestKeys keys) {
    this.store = store;
    starts = new TurnStarts(dispatcher);
    this.keys = keys;
  }

  /**
   * Answers as before if the call was made before; else records it, and starts what that opened.
   */
  <T> T once(
      KeyedCall call,
      Class<T> type,
      Function<T, UUID> attemptId,
      Function<Tables, Recorded<T>> work) {
    return once(call, type, attemptId, work, _ -> {});
  }

  /**
   * The same.
   *
   * @param takeBack undoes what the work did, if nothing comes of it
   */
  <T> T once(
      KeyedCall call,
      Class<T> type,
      Function<T, UUID> attemptId,
      Function<Tables, Recorded<T>> work,
      Consumer<Tables> takeBack) {
    return keys.alone(
        call,
        () ->
            await(
                call,
                takeBack,
                store.write(
                    tables ->
                        keys.recall(tables, call, type)
                            .map(
                                answer ->
                                    new Recorded<>(answer, attemptId.apply(answer), List.of()))
                            .orElseGet(() -> remembered(tables, call, work.apply(tables))))));
  }

  private <T> Recorded<T> remembered(Tables tables, KeyedCall call, Recorded<T> recorded) {
    keys.remember(tables, call, recorded.answer());
    return recorded;
  }

  private <T> T await(KeyedCall call, Consumer<Tables> takeBack, Recorded<T> recorded) {
    return await(
        call.tool(),
        () ->
            store.write(
                tables -> {
                  takeBack.accept(tables);
                  return keys.forget(tables, call);
                }),
        recorded);
  }

  /**
   * Waits until the first program of the turn runs.
   *
   * @param tool the tool that was called
   * @param neverStarted what to do if it will not start later either
   */
  <T> T await(String tool, Runnable neverStarted, Recorded<T> recorded) {
    starts.await(tool, recorded.attemptId(), recorded.opened(), _ -> neverStarted.run());
    return recorded.answer();
  }
}
