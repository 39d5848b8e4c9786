package dev.baton.mcp.transport;

import java.util.function.Supplier;

/** Something to read beside MCP, at a path of its own, for who has a token. */
public record Page(String path, String contentType, Supplier<String> content) {}
