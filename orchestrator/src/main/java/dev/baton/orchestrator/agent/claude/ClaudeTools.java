package dev.baton.orchestrator.agent.claude;

import dev.baton.orchestrator.agent.ToolUse.Kind;

/** What the tools of Claude Code, and of agents with the same stream, do. */
final class ClaudeTools {
  private ClaudeTools() {}

  static Kind kind(String name) {
    return switch (name) {
      case "Read", "NotebookRead", "ReadMcpResourceTool", "read_file", "read_many_files" ->
          Kind.READ;
      case "Edit", "MultiEdit", "Write", "NotebookEdit", "edit", "write_file", "notebook_edit" ->
          Kind.EDIT;
      case "Bash", "BashOutput", "KillShell", "Monitor", "run_shell_command" -> Kind.EXECUTE;
      case "Glob", "Grep", "LS", "ToolSearch", "WebSearch", "glob", "grep_search" -> Kind.SEARCH;
      case "WebFetch", "web_fetch" -> Kind.FETCH;
      case "ExitPlanMode", "EnterPlanMode", "TodoWrite", "exit_plan_mode", "todo_write" ->
          Kind.PLAN;
      default -> name.startsWith("mcp__") ? Kind.MCP : Kind.OTHER;
    };
  }
}
