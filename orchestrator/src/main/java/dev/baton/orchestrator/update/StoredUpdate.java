package dev.baton.orchestrator.update;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;

/** What is stored of an update that is not finished: refs to move, or conflicts to resolve. */
public record StoredUpdate(Optional<UpdatePlan> move, Optional<Resolution> resolution) {
  public static StoredUpdate of(UpdatePlan plan) {
    return new StoredUpdate(Optional.of(plan), Optional.empty());
  }

  public static StoredUpdate of(Resolution resolution) {
    return new StoredUpdate(Optional.empty(), Optional.of(resolution));
  }

  public static StoredUpdate read(String json) {
    return Json.MAPPER.readValue(json, StoredUpdate.class);
  }

  public String json() {
    return Json.MAPPER.writeValueAsString(this);
  }
}
