package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.OutputSchema;
import tools.jackson.databind.node.ObjectNode;

/** The output schema of a workflow's tool. */
final class RunOutputSchema {
  static final ObjectNode SCHEMA =
      OutputSchema.orFailure(
          Json.parseObject(
              """
          {
            "type": "object",
            "properties": {
              "workflow": {"type": "string", "description": "The workflow that ran"},
              "status": {
                "type": "string",
                "enum": ["completed", "paused"],
                "description": "completed, or paused: see handoff"
              },
              "steps": {
                "type": "array",
                "description": "Every step with its status",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {"type": "string", "description": "Its name"},
                    "tool": {"type": "string", "description": "Its tool, if any"},
                    "status": {
                      "type": "string",
                      "description": "pending, running, completed, failed or skipped"
                    },
                    "reason": {"type": "string", "description": "Why it was skipped"}
                  },
                  "required": ["name", "status"]
                }
              },
              "result": {
                "description": "Result of the last completed step; workflow_status has all"
              },
              "handoff": {
                "type": ["string", "null"],
                "description": "What stopped it and what to do; null if completed"
              },
              "task_id": {"type": "string", "description": "The run, for workflow_resume"},
              "durable": {"type": "boolean", "description": "If it outlives the server"},
              "durable_reason": {"type": "string", "description": "Why it does not"}
            },
            "required": ["workflow", "status", "steps", "result", "handoff"]
          }
          """));

  private RunOutputSchema() {}
}
