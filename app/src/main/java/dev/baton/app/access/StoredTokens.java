package dev.baton.app.access;

import dev.baton.app.home.WatchedFile;
import dev.baton.mcp.transport.Access;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * Lets in who brings the local user's token or that of an added owner. A change of either file
 * counts from the next request on. Thread safe.
 */
public final class StoredTokens implements Access.Tokens {
  private final WatchedFile<Optional<byte[]>> local;
  private final WatchedFile<List<Owners.Owner>> added;

  public StoredTokens(LocalToken local, Owners added) {
    this.local =
        new WatchedFile<>(
            local.file(), () -> local.find().map(token -> Token.digest(token.text())));
    this.added = new WatchedFile<>(added.file(), added::list);
  }

  @Override
  public Optional<TaskOwner> ownerOf(String token) {
    try {
      return find(Token.digest(token));
    } catch (IOException e) {
      throw new UncheckedIOException("The stored tokens cannot be read", e);
    }
  }

  private Optional<TaskOwner> find(byte[] digest) throws IOException {
    Optional<TaskOwner> found = Optional.empty();
    var own = local.content();
    if (own.isPresent() && MessageDigest.isEqual(own.get(), digest)) {
      found = Optional.of(TaskOwner.LOCAL);
    }
    // why: all are compared, so that the time does not tell whose token it was
    for (var owner : added.content()) {
      if (MessageDigest.isEqual(owner.digest(), digest)) {
        found = Optional.of(new TaskOwner(owner.owner()));
      }
    }
    return found;
  }
}
