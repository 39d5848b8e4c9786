package dev.baton.mcp.transport;

import dev.baton.task.TaskOwner;
import java.util.Optional;

/** Decides who may come in over HTTP. Implementations are thread safe. */
public sealed interface Access {
  /** Nobody can tell at present whose token it is; the message is for the caller. */
  final class UnavailableException extends RuntimeException {
    public UnavailableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Everybody on this machine, as the local user; only for a server that is bound to loopback. */
  record Open() implements Access {}

  /** Those who bring a token. */
  non-sealed interface Tokens extends Access {
    /** Whose token this is; comparing takes the same time however much of it is right. */
    Optional<TaskOwner> ownerOf(String token);

    /** Why a token that lets nobody in does not, if more is known than that it is not valid. */
    default Optional<String> findRefusal(String token) {
      return Optional.empty();
    }
  }
}
