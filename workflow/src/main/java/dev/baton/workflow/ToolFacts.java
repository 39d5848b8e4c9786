package dev.baton.workflow;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server says about one of its tools.
 *
 * @param readOnly if it declares that it changes nothing
 * @param destructive if it declares that it may destroy something; what it leaves open is false
 * @param idempotent if it declares that repeating a call is harmless
 */
public record ToolFacts(
    String name,
    String description,
    ObjectNode inputSchema,
    Optional<ObjectNode> outputSchema,
    boolean readOnly,
    boolean destructive,
    boolean idempotent) {}
