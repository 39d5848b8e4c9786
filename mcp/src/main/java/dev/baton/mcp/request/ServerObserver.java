package dev.baton.mcp.request;

import dev.baton.task.TaskOwner;
import java.util.concurrent.Callable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Watches work from its beginning to its end, for metrics and traces. It is called on the thread
 * that does the work, so that what it puts there is seen by the handler. Thread safe.
 */
public interface ServerObserver {
  /** Watches nothing. */
  ServerObserver NONE =
      new ServerObserver() {
        @Override
        public <T> T around(Work work, Callable<T> doing) throws Exception {
          return doing.call();
        }
      };

  /**
   * What is being done.
   *
   * @param kind a request, or the part of a call that goes on as a task
   * @param name the tool or prompt, empty if there is none of that name
   * @param meta the request's {@code _meta}, in which a trace may be named
   */
  record Work(
      Kind kind, String method, String name, Client client, TaskOwner owner, ObjectNode meta) {}

  /** The two kinds of work. */
  enum Kind {
    REQUEST,
    TASK
  }

  /** Does the work, exactly once, and passes on what it returns or throws. */
  <T> T around(Work work, Callable<T> doing) throws Exception;

  /** Watches with both, this one outside. */
  default ServerObserver and(ServerObserver inner) {
    var outer = this;
    return new ServerObserver() {
      @Override
      public <T> T around(Work work, Callable<T> doing) throws Exception {
        return outer.around(work, () -> inner.around(work, doing));
      }
    };
  }
}
