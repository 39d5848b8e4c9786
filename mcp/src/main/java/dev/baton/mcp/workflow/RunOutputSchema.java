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
                    "name": {"type": "string", "description": "The step's name"},
                    "tool": {"type": "string", "description": "The tool that it calls, if any"},
                    "status": {
                      "type": "string",
                      "description": "pending, running, completed, failed or skipped"
                    },
                    "reason": {"type": "string", "description": "Why it was skipped"}
                  },
                  "required": ["name", "status"]
                }
              },
              "outputs": {
                "type": "object",
                "description": "Outputs of completed steps, by binding"
              },
              "remaining": {
                "type": "array",
                "description": "The calls that are left",
                "items": {
                  "type": "object",
                  "properties": {
                    "step": {"type": "string", "description": "The step's name"},
                    "tool": {"type": "string", "description": "The tool to call, if any"},
                    "arguments": {
                      "type": "object",
                      "description": "Its arguments; <...> stands for what an earlier call gives"
                    },
                    "guidance": {"type": "string", "description": "What to mind in it"},
                    "requires": {
                      "type": "array",
                      "items": {"type": "string"},
                      "description": "What has to hold before it"
                    }
                  },
                  "required": ["step", "arguments"]
                }
              },
              "handoff": {
                "type": ["string", "null"],
                "description": "What stopped it and what to do; null if completed"
              },
              "task_id": {
                "type": "string",
                "description": "The durable task of the run, for workflow_resume"
              },
              "durable": {"type": "boolean", "description": "If it outlives the server"},
              "durable_reason": {"type": "string", "description": "Why it does not"}
            },
            "required": ["workflow", "status", "steps", "outputs", "remaining", "handoff"]
          }
          """));

  private RunOutputSchema() {}
}
