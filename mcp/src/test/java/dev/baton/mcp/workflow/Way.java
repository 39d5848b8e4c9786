package dev.baton.mcp.workflow;

import dev.baton.mcp.transport.TestClient.Speaks;

/** The ways in which a client can reach a server: each transport in each era. */
enum Way {
  STDIO_MODERN(false, Speaks.MODERN),
  STDIO_LEGACY(false, Speaks.LEGACY),
  HTTP_MODERN(true, Speaks.MODERN),
  HTTP_LEGACY(true, Speaks.LEGACY);

  private final boolean http;
  private final Speaks era;

  Way(boolean http, Speaks era) {
    this.http = http;
    this.era = era;
  }

  boolean isHttp() {
    return http;
  }

  boolean isModern() {
    return era == Speaks.MODERN;
  }

  Speaks era() {
    return era;
  }
}
