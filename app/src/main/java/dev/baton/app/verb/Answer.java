package dev.baton.app.verb;

import tools.jackson.databind.JsonNode;

/**
 * What a server answered.
 *
 * @param failed if the operation failed; what it answered is then the envelope
 */
public record Answer(boolean failed, JsonNode json) {}
