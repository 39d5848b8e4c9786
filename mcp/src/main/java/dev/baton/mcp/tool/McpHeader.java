package dev.baton.mcp.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks clients of the newer era to repeat this argument in the HTTP header {@code
 * Mcp-Param-<value>}, where a proxy can read it. So never on a secret.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface McpHeader {
  /** An HTTP token, unique within the tool whatever its case. */
  String value();
}
