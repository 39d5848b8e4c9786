package dev.baton.workflow;

/** How a run's trace is rendered. */
public enum TraceForm {
  /** By what is known of the client. */
  AUTO,
  /** A message for each part of the conversation. */
  MESSAGES,
  /** One self-describing user message, for clients that lose roles or read only the first. */
  SINGLE
}
