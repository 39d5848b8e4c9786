package dev.baton.mcp.internal.era;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The revisions of the protocol that are served, oldest first. */
public enum ProtocolVersion {
  V2025_03_26("2025-03-26"),
  V2025_06_18("2025-06-18"),
  V2025_11_25("2025-11-25"),
  V2026_07_28("2026-07-28");

  /** What is served, newest first, as the wire lists it. */
  public static final List<String> SUPPORTED =
      Arrays.stream(values()).map(ProtocolVersion::wireName).toList().reversed();

  private final String wireName;

  ProtocolVersion(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /** True for a revision without a handshake, in which every request describes itself. */
  public boolean isModern() {
    return this == V2026_07_28;
  }

  /** True if tasks are part of this revision of the handshake era. */
  boolean hasHandshakeTasks() {
    return this == V2025_11_25;
  }

  /** True if several messages may come as one JSON array. */
  public boolean hasBatches() {
    return this == V2025_03_26;
  }

  public static Optional<ProtocolVersion> find(String wireName) {
    return Arrays.stream(values()).filter(v -> v.wireName.equals(wireName)).findFirst();
  }

  /** What the handshake agrees on: what the client asked for, or else the newest that has one. */
  public static ProtocolVersion negotiate(String requested) {
    return find(requested).filter(version -> !version.isModern()).orElse(V2025_11_25);
  }
}
