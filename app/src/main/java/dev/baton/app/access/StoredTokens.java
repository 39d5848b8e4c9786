package dev.baton.app.access;

import dev.baton.app.home.WatchedFile;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.transport.Access;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Admits callers with the token of the local user, of an added owner, or of another source. A
 * change of either file counts from the next request on; a file that cannot be read locks out only
 * those that stand in it. Thread safe.
 */
public final class StoredTokens implements Access.Tokens {
  /** What one file says about a token: its owner, or why nobody can tell. */
  private record Finding(Optional<TaskOwner> owner, Optional<Exception> problem) {}

  private interface Search {
    Optional<TaskOwner> find() throws IOException;
  }

  private final WatchedFile<Optional<byte[]>> local;
  private final WatchedFile<List<Owners.Owner>> added;
  private final Access.Tokens others;

  public StoredTokens(LocalToken local, Owners added) {
    this(local, added, token -> Optional.empty());
  }

  /** The same, and asks the others about a token that is in neither file. */
  public StoredTokens(LocalToken local, Owners added, Access.Tokens others) {
    this.local =
        new WatchedFile<>(
            local.file(), () -> local.find().map(token -> Token.digest(token.text())));
    this.added = new WatchedFile<>(added.file(), added::list);
    this.others = others;
  }

  @Override
  public Optional<TaskOwner> ownerOf(String token) {
    var digest = Token.digest(token);
    // why: all are compared, so that the time does not tell whose token it was
    var own = look(() -> findLocal(digest));
    var another = look(() -> findAdded(digest));
    var known = own.owner().or(another::owner).or(() -> others.ownerOf(token));
    var problem = own.problem().or(another::problem);
    if (known.isEmpty() && problem.isPresent()) {
      throw new Access.UnavailableException(
          findProblem().orElse("The stored tokens cannot be read"), problem.get());
    }
    return known;
  }

  @Override
  public Optional<String> findRefusal(String token) {
    return findWorker(token)
        .map("The token of worker '%s' opens /git and nothing else"::formatted)
        .or(() -> others.findRefusal(token));
  }

  /** Whose tokens count for nothing at present, in a sentence that names no path. */
  public Optional<String> findProblem() {
    return Stream.of(
            problem(LocalToken.FILE, local, "the local user"),
            problem(Owners.FILE, added, "owners that were added"))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> problem(String file, WatchedFile<?> content, String owners) {
    return look(() -> {
          content.content();
          return Optional.empty();
        })
        .problem()
        .map(
            _ ->
                "%s in the data directory cannot be read, so tokens of %s are refused; repair it, or delete it and make new ones"
                    .formatted(file, owners));
  }

  private static Finding look(Search search) {
    try {
      return new Finding(search.find(), Optional.empty());
    } catch (IOException | CommandFailure e) {
      return new Finding(Optional.empty(), Optional.of(e));
    }
  }

  private Optional<TaskOwner> findLocal(byte[] digest) throws IOException {
    return local
        .content()
        .filter(own -> MessageDigest.isEqual(own, digest))
        .map(_ -> TaskOwner.LOCAL);
  }

  private Optional<TaskOwner> findAdded(byte[] digest) throws IOException {
    Optional<TaskOwner> found = Optional.empty();
    for (var owner : added.content()) {
      if (MessageDigest.isEqual(owner.digest(), digest) && !owner.isWorker()) {
        found = Optional.of(new TaskOwner(owner.owner()));
      }
    }
    return found;
  }

  /** The worker whose token this is; it is nobody's elsewhere. */
  public Optional<String> findWorker(String token) {
    var digest = Token.digest(token);
    return look(() ->
            added.content().stream()
                .filter(Owners.Owner::isWorker)
                .filter(worker -> MessageDigest.isEqual(worker.digest(), digest))
                .map(worker -> new TaskOwner(worker.owner()))
                .findFirst())
        .owner()
        .map(TaskOwner::name);
  }
}
