package dev.baton.app.command;

import dev.baton.app.access.Token;

/**
 * The link with which a browser comes in for the first time.
 *
 * @param address of the server, without a path
 * @param path of the page; the token is taken at the root only, which leads on to it
 */
record BoardLink(String address, String path, Token token) {
  /** The link to the server whose MCP endpoint has this address. */
  static BoardLink of(String url, Token token) {
    return new BoardLink(url.substring(0, url.lastIndexOf('/')), "/", token);
  }

  /** The same to the page of a task. */
  BoardLink toTask(String taskId) {
    return new BoardLink(address, "/tasks/" + taskId, token);
  }

  String text() {
    var page = path.equals("/") ? "" : "to=%s&".formatted(path);
    return "%s/?%stoken=%s".formatted(address, page, token.text());
  }
}
