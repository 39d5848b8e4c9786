package dev.baton.app.server;

import static dev.baton.mcp.tool.FailureCode.BUSY;
import static dev.baton.mcp.tool.FailureCode.INTERNAL;
import static dev.baton.mcp.tool.FailureCode.INVALID_ARGUMENT;
import static dev.baton.mcp.tool.FailureCode.NOT_FOUND;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Refusals;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Refusals that name Baton's commands; where operations are, they are envelopes of a failure. */
public final class BatonRefusals implements Refusals {
  private static final String OPERATIONS = "/api";
  private static final String MESSAGES = "/mcp";

  /** Makes the page of a refusal from its status, what is wrong, and where a token leads to. */
  @FunctionalInterface
  interface RefusalPage {
    String of(int status, String problem, String next);
  }

  private static final String UNKNOWN =
      "The token of this link is not valid; 'baton serve' prints the link";

  private final Optional<RefusalPage> page;

  /** For a server without pages. */
  public BatonRefusals() {
    this.page = Optional.empty();
  }

  public BatonRefusals(RefusalPage page) {
    this.page = Optional.of(page);
  }

  @Override
  public Optional<String> findPage(String path, int status, String problem) {
    return findPage(path).map(it -> it.of(status, forPeople(status, problem), "/"));
  }

  /** What is wrong, and the next step of somebody who has a browser. */
  private static String forPeople(int status, String problem) {
    return switch (status) {
      case 405 ->
          "This address does not take that kind of request. Open the board and go on from there";
      case 413 -> problem + ". Shorten what you typed, or send fewer images, then send it again";
      default -> problem;
    };
  }

  @Override
  public Optional<String> findDoor(String path, String next, String problem) {
    return findPage(path).map(it -> it.of(401, problem.equals(UNKNOWN) ? problem : "", next));
  }

  private Optional<RefusalPage> findPage(String path) {
    return page.filter(it -> !path.equals(MESSAGES) && !isOperation(path));
  }

  private static boolean isOperation(String path) {
    return path.equals(OPERATIONS) || path.startsWith(OPERATIONS + "/");
  }

  @Override
  public String invalidLink() {
    return UNKNOWN;
  }

  @Override
  public String tooLong(int mostBytes) {
    return "%s (limits.message_bytes in config.yaml); name a large image as file:///PATH, or send it to POST /api/create_task or /api/add_image"
        .formatted(Refusals.super.tooLong(mostBytes));
  }

  @Override
  public ObjectNode body(String path, int status, String problem) {
    return isOperation(path)
        ? failure(status, problem).toJson()
        : Refusals.super.body(path, status, problem);
  }

  private static ToolFailure failure(int status, String problem) {
    return switch (status) {
      case 401 ->
          new ToolFailure(
              INVALID_ARGUMENT,
              problem,
              "Send 'Authorization: Bearer TOKEN' with the token that 'baton serve' or 'baton token"
                  + " add' printed");
      case 403 ->
          new ToolFailure(
              INVALID_ARGUMENT,
              problem,
              "Call the server by the address that 'baton status' prints, from no other site");
      case 404 ->
          new ToolFailure(NOT_FOUND, problem, "Call tools/list at /mcp to see what operations are");
      case 405 -> new ToolFailure(INVALID_ARGUMENT, problem, "Send it with that method");
      case 408 -> new ToolFailure(INVALID_ARGUMENT, problem, "Send it once more");
      case 400 -> new ToolFailure(INVALID_ARGUMENT, problem, "Correct the request");
      case 413 -> new ToolFailure(INVALID_ARGUMENT, problem, "Send a shorter body");
      case 429 -> new ToolFailure(BUSY, problem, "Wait for an answer, then send it once more");
      default -> new ToolFailure(INTERNAL, problem, "Look into the log of the server");
    };
  }
}
