package dev.baton.orchestrator.store;

import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Results of calls that came with a key, so that a repeated call has them. */
public final class RequestTable {
  /** A call by its key: whose it was, of which tool. */
  public record RequestKey(String owner, String tool, String requestId) {}

  /**
   * What a call asked for and got.
   *
   * @param fingerprint the same for the same request
   * @param response JSON
   */
  public record StoredRequest(String fingerprint, String response) {}

  private final Sql sql;

  RequestTable(Sql sql) {
    this.sql = sql;
  }

  public Optional<StoredRequest> find(RequestKey key) {
    return sql.find(
        """
        select fingerprint, response from stored_request
        where owner = ? and tool = ? and request_id = ?
        """,
        row -> new StoredRequest(row.text("fingerprint"), row.text("response")),
        key.owner(),
        key.tool(),
        key.requestId());
  }

  public void insert(RequestKey key, StoredRequest request, Instant now) {
    sql.update(
        """
        insert into stored_request (owner, tool, request_id, fingerprint, response, created_at)
        values (?, ?, ?, ?, ?, ?)
        """,
        key.owner(),
        key.tool(),
        key.requestId(),
        request.fingerprint(),
        request.response(),
        now);
  }

  /** The key goes with the attempt if that comes to nothing. */
  public void setAttempt(RequestKey key, UUID attemptId) {
    sql.update(
        """
        update stored_request set attempt_id = ?
        where owner = ? and tool = ? and request_id = ?
        """,
        attemptId,
        key.owner(),
        key.tool(),
        key.requestId());
  }

  public void delete(RequestKey key) {
    sql.update(
        "delete from stored_request where owner = ? and tool = ? and request_id = ?",
        key.owner(),
        key.tool(),
        key.requestId());
  }

  public int deleteOlderThan(Instant time) {
    return sql.update("delete from stored_request where created_at < ?", time);
  }
}
