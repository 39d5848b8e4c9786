package dev.baton.mcp.request;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client as it describes itself; nothing here is proven, so nothing here may grant a right.
 *
 * @param name the program's own name, empty if it gave none
 * @param version the program's own version, empty if it gave none
 * @param capabilities as declared: with this request in the newer era, at the handshake in the
 *     older
 */
public record Client(String name, String version, String protocolVersion, ObjectNode capabilities) {
  /** Reads name and version from an {@code Implementation} object; {@code info} may be empty. */
  public static Client of(ObjectNode info, String protocolVersion, ObjectNode capabilities) {
    return new Client(
        info.path("name").asString(""),
        info.path("version").asString(""),
        protocolVersion,
        capabilities);
  }

  /** True if the capability, such as {@code sampling}, was declared. */
  public boolean supports(String capability) {
    return capabilities.path(capability).isObject();
  }

  /** The settings that the client declared for an extension, if it declared it. */
  public Optional<ObjectNode> extension(String name) {
    return capabilities.path("extensions").path(name) instanceof ObjectNode settings
        ? Optional.of(settings)
        : Optional.empty();
  }
}
