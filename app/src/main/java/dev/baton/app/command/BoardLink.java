package dev.baton.app.command;

import dev.baton.app.access.Token;

/**
 * The link with which a browser comes in for the first time.
 *
 * @param address of the server, without a path
 */
record BoardLink(String address, Token token) {
  /** The link to the server whose MCP endpoint has this address. */
  static BoardLink of(String url, Token token) {
    return new BoardLink(url.substring(0, url.lastIndexOf('/')), token);
  }

  String text() {
    return "%s/?token=%s".formatted(address, token.text());
  }
}
