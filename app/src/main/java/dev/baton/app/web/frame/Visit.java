package dev.baton.app.web.frame;

import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.call.Caller;
import java.util.Optional;
import java.util.UUID;

/**
 * One request for a page, or one form that was sent from a page.
 *
 * @param latestEvent the newest one when they asked: what happens later has to be told to the page
 */
public record Visit(Route.Request request, long latestEvent) {
  public Fields query() {
    return request.query();
  }

  public Fields form() {
    return request.form();
  }

  public Caller caller() {
    return new Caller(request.owner(), form().find("request_id"));
  }

  /** The id in the path; empty if the text there is not an id. */
  public Optional<UUID> findId(String name) {
    return id(request.variable(name));
  }

  /** The id in the path; fails as not found if the text there is not an id. */
  public UUID requireId(String name) {
    return findId(name)
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.NOT_FOUND,
                    "There is no such %s".formatted(name),
                    "Go back to the board and open it from there"));
  }

  /** An id that a form has in a hidden field; empty if it has none, refused if it is no id. */
  public Optional<UUID> findHidden(String name) {
    return form().find(name).map(text -> id(text).orElseThrow(() -> foreign(name, text)));
  }

  /** A yes or no in a hidden field. */
  public boolean isTrue(String name, boolean byDefault) {
    return form()
        .find(name)
        .map(
            text ->
                switch (text) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw foreign(name, text);
                })
        .orElse(byDefault);
  }

  /** What is answered to a value that no form of ours sends. */
  public static ToolFailure foreign(String name, String value) {
    return ToolFailure.invalid(
        "'%s' means nothing here as %s".formatted(VisibleText.of(value), name),
        "Load the page again and send its form as it is");
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
    return isScript(request);
  }

  /** True for a script of ours. */
  public static boolean isScript(Route.Request request) {
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
