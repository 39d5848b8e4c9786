package dev.baton.app.command;

import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.config.RememberedDatabase;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.server.ServeSettings;
import dev.baton.mcp.tool.FailureCode;
import java.io.IOException;
import java.util.Optional;

/**
 * A data directory that goes from one database to another, because somebody has said so.
 *
 * @param before the one of its last server
 */
record DatabaseMove(DataDirectory directory, DatabaseChoice before, DatabaseChoice now) {
  /**
   * The move that a server makes when it starts with these settings; empty if it stays.
   *
   * @param background true if nobody asked for a server, and so nobody for a move
   */
  static Optional<DatabaseMove> of(ServeSettings settings, boolean background) throws IOException {
    var now = settings.configuration().database();
    if (now.isGone()) {
      throw new CommandFailure(
          FailureCode.STORAGE_UNAVAILABLE,
          "The database %s of %s is gone (%s): put it back, or name another with 'baton serve --db URL'."
              .formatted(now.address(), settings.directory(), now.origin().words()));
    }
    var move =
        before(settings.directory(), background)
            .filter(last -> !last.address().isSameAs(now.address()))
            .map(last -> new DatabaseMove(settings.directory(), last, now));
    if (background && move.isPresent()) {
      throw new CommandFailure(FailureCode.STORAGE_UNAVAILABLE, move.get().refusal());
    }
    return move;
  }

  private static Optional<DatabaseChoice> before(DataDirectory directory, boolean background)
      throws IOException {
    try {
      return RememberedDatabase.find(directory.path());
    } catch (CommandFailure e) {
      if (background) {
        throw e;
      }
      // why: who names a database need not know which one it was
      return Optional.empty();
    }
  }

  private String refusal() {
    return "%s is on database %s, and %s names %s: only 'baton serve' goes to another database. Run it once to go there, or take the setting away to stay."
        .formatted(directory, before.words(), now.origin().words(), now.address());
  }

  /** For who started the server. */
  String words() {
    return "%s is on database %s from now on; it was on %s, where everything is as it was. To go back: baton serve --db '%s'"
        .formatted(directory, now.words(), before.address(), before.address().withoutPassword());
  }
}
