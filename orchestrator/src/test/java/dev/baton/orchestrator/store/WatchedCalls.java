package dev.baton.orchestrator.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Makes objects that tell somebody of each call. */
final class WatchedCalls {
  /** Hears of a call when it is done, and says what its caller gets. */
  interface Listener {
    Object after(String method, Object[] arguments, Object result) throws Exception;
  }

  private WatchedCalls() {}

  /** The same as the target for its callers. */
  static <T> T of(Class<T> type, T target, Listener listener) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                var given = arguments == null ? new Object[0] : arguments;
                return listener.after(method.getName(), given, method.invoke(target, given));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
