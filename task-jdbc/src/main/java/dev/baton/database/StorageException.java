package dev.baton.database;

import java.sql.SQLException;

/**
 * The database does not do what it should; the text says which database, why, and what to do. It
 * never holds credentials.
 */
public final class StorageException extends RuntimeException {
  /** Why, for a caller that decides by it; the sentence is for people. */
  public enum Reason {
    CANNOT_OPEN(
        "Database %s cannot be opened (%s); check that it exists and who may read and write it"),
    NOT_A_DATABASE("%s is not an SQLite database (%s); choose another file"),
    READ_ONLY("Database %s cannot be written (%s); allow writing to it and to its directory"),
    BUSY(
        "Database %s stayed locked by another program or a long transaction (%s); end that, or try again"),
    FULL("There is no room left for database %s (%s); free some, then try again"),
    DAMAGED("Database %s is damaged (%s); restore a copy of it"),
    UNREACHABLE("Database %s cannot be reached (%s); check that it runs and takes connections"),
    LOGIN_REFUSED("Database %s refused the login (%s); check user and password"),
    TOO_OLD("Database %s is too old (%s); use PostgreSQL 14 or newer"),
    NEWER_THAN_PROGRAM("Database %s is newer than this program (%s); use the newer program"),
    EDITED_MIGRATION(
        "Database %s does not fit the program's migrations (%s); put changes into a new migration"),
    /** A row with that key is there already. */
    DUPLICATE("Database %s holds that already (%s); use another key"),
    /**
     * Whether the last change was made is not known: the connection broke while it was confirmed.
     */
    UNCONFIRMED(
        "Database %s did not confirm the last change (%s); look whether it was made before you repeat it"),
    OTHER("Database %s failed (%s); see the cause");

    private final String sentence;

    Reason(String sentence) {
      this.sentence = sentence;
    }
  }

  private final Reason reason;

  StorageException(Reason reason, String database, String detail) {
    super(reason.sentence.formatted(database, detail));
    this.reason = reason;
  }

  StorageException(Reason reason, String database, Exception cause) {
    super(reason.sentence.formatted(database, detail(cause)), cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /**
   * Whether something failed because a database could not be reached. Its {@link Database} logs
   * that once, so that nobody else has to.
   */
  public static boolean isOutage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean isUnreachable =
          cause instanceof StorageException storage
              ? storage.reason == Reason.UNREACHABLE
              : cause instanceof SQLException sql
                  && Dialect.POSTGRESQL.reason(sql) == Reason.UNREACHABLE;
      if (isUnreachable) {
        return true;
      }
    }
    return false;
  }

  private static String detail(Exception cause) {
    String text = String.valueOf(cause.getMessage()).strip();
    // why: a driver says on further lines where in the statement it happened, which is in the cause
    String first = text.lines().findFirst().orElse(text);
    boolean saysLittle = cause instanceof SQLException && cause.getCause() != null;
    return saysLittle ? first + ": " + cause.getCause() : first;
  }
}
