package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Hints about what a tool does. A hint that was not given is not sent, and clients then assume the
 * worst; some refuse a tool that lacks one.
 */
public record ToolAnnotations(
    Optional<Boolean> readOnlyHint,
    Optional<Boolean> destructiveHint,
    Optional<Boolean> idempotentHint,
    Optional<Boolean> openWorldHint) {
  /** What holds for a tool that says nothing. */
  public static final ToolAnnotations NONE =
      new ToolAnnotations(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** All four hints. */
  public static ToolAnnotations of(
      boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
    return new ToolAnnotations(
        Optional.of(readOnly),
        Optional.of(destructive),
        Optional.of(idempotent),
        Optional.of(openWorld));
  }

  /** True only if the tool's author said so. */
  public boolean isReadOnly() {
    return readOnlyHint.orElse(false);
  }

  /** True only if the tool's author said so. */
  public boolean isDestructive() {
    return destructiveHint.orElse(false);
  }

  /** True only if the tool's author said so. */
  public boolean isIdempotent() {
    return idempotentHint.orElse(false);
  }

  /** Changes nothing, and so destroys nothing. */
  public ToolAnnotations readOnly() {
    return new ToolAnnotations(
        Optional.of(true), Optional.of(false), idempotentHint, openWorldHint);
  }

  public ToolAnnotations destructive() {
    return new ToolAnnotations(
        Optional.of(false), Optional.of(true), idempotentHint, openWorldHint);
  }

  public ToolAnnotations idempotent() {
    return new ToolAnnotations(readOnlyHint, destructiveHint, Optional.of(true), openWorldHint);
  }

  public ToolAnnotations openWorld(boolean openWorld) {
    return new ToolAnnotations(
        readOnlyHint, destructiveHint, idempotentHint, Optional.of(openWorld));
  }

  public ObjectNode toJson() {
    var json = Json.object();
    readOnlyHint.ifPresent(hint -> json.put("readOnlyHint", hint));
    destructiveHint.ifPresent(hint -> json.put("destructiveHint", hint));
    idempotentHint.ifPresent(hint -> json.put("idempotentHint", hint));
    openWorldHint.ifPresent(hint -> json.put("openWorldHint", hint));
    return json;
  }
}
