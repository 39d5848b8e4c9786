/**
 * What differs between the handshake revisions (2025-03-26 to 2025-11-25) and 2026-07-28, and
 * nothing else: methods served, request metadata, result and task shapes, error codes, headers.
 */
@NullMarked
package dev.baton.mcp.internal.era;

import org.jspecify.annotations.NullMarked;
