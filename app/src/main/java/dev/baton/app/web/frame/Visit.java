package dev.baton.app.web.frame;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Caller;
import java.util.Optional;
import java.util.UUID;

/** Somebody asks for a page, or sends a form of one. */
public record Visit(Route.Request request) {
  public Fields query() {
    return request.query();
  }

  public Fields form() {
    return request.form();
  }

  public Caller caller() {
    return new Caller(request.owner(), form().find("request_id"));
  }

  /** The id in the path; empty if the text there is none. */
  public Optional<UUID> findId(String name) {
    return id(request.variable(name));
  }

  /** The id in the path; one that is none names nothing. */
  public UUID requireId(String name) {
    return findId(name)
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.NOT_FOUND,
                    "There is no such %s".formatted(name),
                    "Go back to the board and open it from there"));
  }

  /** Where a form wants to go afterwards; only to pages of ours. */
  public Optional<String> back() {
    return form()
        .find("back")
        .filter(place -> place.startsWith("/"))
        .filter(place -> !place.startsWith("//") && !place.startsWith("/\\"));
  }

  /** True for a script of ours, which wants one sentence and no page. */
  public boolean isScript() {
    return request.headers().apply("X-Baton").isPresent();
  }

  public static Optional<UUID> id(String text) {
    try {
      return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
