package dev.baton.mcp.internal.era;

/** Why a request was not worked on; HTTP says it in its status too. */
public enum Refusal {
  BAD_REQUEST,
  UNKNOWN_METHOD,
  TOO_MANY
}
