package dev.baton.workflow.internal.run;

import dev.baton.internal.schema.SchemaCheck;
import dev.baton.internal.schema.SchemaProblem;
import dev.baton.workflow.ToolFacts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The input schemas of tools, compiled once for as long as a tool keeps its own. Thread safe. */
final class ToolSchemas {
  private static final Logger LOG = LoggerFactory.getLogger(ToolSchemas.class);

  private final Map<String, Compiled> compiled = new ConcurrentHashMap<>();

  private record Compiled(ObjectNode schema, SchemaCheck check) {}

  List<SchemaProblem> check(ToolFacts tool, JsonNode arguments) {
    try {
      return compiled(tool).check(arguments);
    } catch (RuntimeException e) {
      // why: a schema that is broken is the host's to refuse, when it checks the call itself
      LOG.warn("The input schema of tool {} cannot be used", tool.name(), e);
      return List.of();
    }
  }

  private SchemaCheck compiled(ToolFacts tool) {
    var schema = tool.inputSchema();
    var known = compiled.get(tool.name());
    if (known != null && known.schema().equals(schema)) {
      return known.check();
    }
    var fresh = new Compiled(schema, new SchemaCheck(schema));
    compiled.put(tool.name(), fresh);
    return fresh.check();
  }
}
