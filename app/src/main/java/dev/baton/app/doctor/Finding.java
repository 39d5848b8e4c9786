package dev.baton.app.doctor;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a check has found.
 *
 * @param check what was looked at, a word or two
 * @param isRequired true if Baton is of no use without it
 * @param found what is there, in words
 * @param remedy what to do; empty if all is well
 */
public record Finding(String check, boolean isRequired, String found, Optional<String> remedy) {
  static Finding good(String check, String found) {
    return new Finding(check, false, found, Optional.empty());
  }

  static Finding bad(String check, String found, String remedy) {
    return new Finding(check, false, found, Optional.of(remedy));
  }

  Finding required() {
    return new Finding(check, true, found, remedy);
  }

  public boolean ok() {
    return remedy.isEmpty();
  }

  /** True if it has to be mended before Baton can work. */
  public boolean isSerious() {
    return isRequired && !ok();
  }

  public ObjectNode toJson() {
    var json = Json.object().put("check", check).put("ok", ok()).put("found", found);
    remedy.ifPresentOrElse(text -> json.put("remedy", text), () -> json.putNull("remedy"));
    return json;
  }
}
