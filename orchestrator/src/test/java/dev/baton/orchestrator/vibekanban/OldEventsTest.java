package dev.baton.orchestrator.vibekanban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.ProtocolReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the agents of vibe-kanban printed, and what comes of it. */
class OldEventsTest {
  /** The last form of each entry, without the end of the turn. */
  private static List<String> read(String lines) {
    var reader = new ProtocolReader("The agent", "", new OldEvents());
    var entries = new LinkedHashMap<String, String>();
    Stream.concat(
            lines.lines().flatMap(line -> reader.accept(OutputLine.stdout(line)).stream()),
            Stream.of(new ProgramExit.Code(0)).flatMap(exit -> reader.onExit(exit).stream()))
        .filter(output -> output instanceof AgentOutput.Entry)
        .map(output -> (AgentOutput.Entry) output)
        .filter(entry -> !entry.key().equals("end"))
        .forEach(entry -> entries.put(entry.key(), words(entry)));
    return List.copyOf(entries.values());
  }

  private static String words(AgentOutput.Entry entry) {
    return entry
        .tool()
        .map(
            tool ->
                "%s %s %s: %s"
                    .formatted(
                        entry.content(),
                        tool.kind().wireName(),
                        tool.status().wireName(),
                        tool.result().orElse("-")))
        .orElseGet(() -> entry.type().wireName() + ": " + entry.content());
  }

  @Test
  void codex_before_it_had_items() {
    assertThat(
            read(
                """
                {"method":"codex/event/agent_reasoning","params":{"msg":{"type":"agent_reasoning","text":"Hm"}}}
                {"method":"codex/event/exec_command_begin","params":{"msg":{"type":"exec_command_begin","call_id":"1","command":["bash","-lc","ls -a"]}}}
                {"method":"codex/event/exec_command_end","params":{"msg":{"type":"exec_command_end","call_id":"1","exit_code":2,"aggregated_output":"no"}}}
                {"id":"0","msg":{"type":"patch_apply_begin","call_id":"2","changes":{"a.txt":{"add":{"content":"x"}}}}}
                {"id":"0","msg":{"type":"patch_apply_end","call_id":"2","success":true,"stdout":"done","stderr":""}}
                {"id":"0","msg":{"type":"mcp_tool_call_begin","call_id":"3","invocation":{"server":"s","tool":"t","arguments":{"path":"p"}}}}
                {"id":"0","msg":{"type":"mcp_tool_call_end","call_id":"3","result":{"Ok":{"content":[{"type":"text","text":"fine"}]}}}}
                {"id":"0","msg":{"type":"mcp_tool_call_begin","call_id":"4","invocation":{"server":"s","tool":"t"}}}
                {"id":"0","msg":{"type":"mcp_tool_call_end","call_id":"4","result":{"Err":"broken"}}}
                {"id":"0","msg":{"type":"agent_message","message":"I did it"}}
                {"id":"0","msg":{"type":"error","message":"Out of tokens"}}
                """))
        .containsExactly(
            "thinking: Hm",
            "shell: ls -a execute failed: no",
            "apply_patch: a.txt edit completed: done",
            "s.t: p mcp completed: fine",
            "s.t mcp failed: broken",
            "assistant_message: I did it",
            "error: Out of tokens");
  }

  @Test
  void codex_of_the_last_version() {
    assertThat(
            read(
                """
                {"method":"item/started","params":{"item":{"type":"commandExecution","id":"1","command":"ls","status":"inProgress"}}}
                {"method":"item/completed","params":{"item":{"type":"commandExecution","id":"1","command":"ls","status":"completed","aggregatedOutput":"a"}}}
                {"method":"item/completed","params":{"item":{"type":"agentMessage","id":"2","text":"I did it"}}}
                """))
        .containsExactly("shell: ls execute completed: a", "assistant_message: I did it");
  }

  @Test
  void agents_of_the_agent_client_protocol() {
    assertThat(
            read(
                """
                {"Thought":{"type":"text","text":"Hm"}}
                {"ToolCall":{"toolCallId":"1","title":"List files","kind":"search","status":"pending","rawInput":{"path":"."}}}
                {"ToolUpdate":{"toolCallId":"1","status":"completed","content":[{"type":"content","content":{"type":"text","text":"a"}}]}}
                {"Message":{"type":"text","text":"I did "}}
                {"Message":{"type":"text","text":"it"}}
                {"Done":"end_turn"}
                """))
        .contains(
            "thinking: Hm", "List files: . search completed: a", "assistant_message: I did it");
  }

  @Test
  void cursor_and_droid() {
    assertThat(
            read(
                """
                {"type":"tool_call","subtype":"started","call_id":"1","tool_call":{"shellToolCall":{"args":{"command":"ls"}}}}
                {"type":"tool_call","subtype":"completed","call_id":"1","tool_call":{"shellToolCall":{"args":{"command":"ls"},"result":{"success":{"stdout":"a"}}}}}
                {"type":"tool_call","id":"2","messageId":"m","toolId":"Read","toolName":"Read","parameters":{"file_path":"a.txt"}}
                {"type":"tool_result","id":"2","messageId":"m","toolId":"Read","isError":true,"error":{"type":"x","message":"gone"}}
                {"type":"message","role":"user","id":"m","text":"Fix it"}
                {"type":"message","role":"assistant","id":"n","text":"I did it"}
                """))
        .containsExactly(
            "shell: ls other completed: {\"success\":{\"stdout\":\"a\"}}",
            "Read: a.txt read failed: gone",
            "assistant_message: I did it");
  }

  @Test
  void a_call_that_never_ended_is_closed() {
    assertThat(
            read(
                """
                {"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Bash","input":{"command":"ls"}}]}}
                """))
        .containsExactly("Bash: ls execute failed: The agent ended before this tool did");
  }

  @Test
  void opencode_with_parts_that_grow() {
    assertThat(
            read(
                """
                {"type":"sdk_event","event":{"type":"message.updated","properties":{"info":{"id":"m1","role":"user"}}}}
                {"type":"sdk_event","event":{"type":"message.part.updated","properties":{"part":{"id":"p1","messageID":"m1","type":"text","text":"Do it"}}}}
                {"type":"sdk_event","event":{"type":"message.updated","properties":{"info":{"id":"m2","role":"assistant"}}}}
                {"type":"sdk_event","event":{"type":"message.part.updated","properties":{"part":{"id":"p2","messageID":"m2","type":"reasoning","text":"Hm"}}}}
                {"type":"sdk_event","event":{"type":"message.part.updated","properties":{"part":{"id":"p3","messageID":"m2","type":"text","text":"I "},"delta":"I "}}}
                {"type":"sdk_event","event":{"type":"message.part.delta","properties":{"messageID":"m2","partID":"p3","field":"text","delta":"look"}}}
                {"type":"sdk_event","event":{"type":"message.part.updated","properties":{"part":{"id":"p3","messageID":"m2","type":"text","text":"I look"}}}}
                {"type":"sdk_event","event":{"type":"message.part.updated","properties":{"part":{"id":"p4","messageID":"m2","type":"tool","callID":"c1","tool":"bash","state":{"status":"running","input":{"command":"ls"}}}}}}
                {"type":"sdk_event","event":{"type":"message.part.updated","properties":{"part":{"id":"p4","messageID":"m2","type":"tool","callID":"c1","tool":"bash","state":{"status":"completed","input":{"command":"ls"},"output":"a","title":"List"}}}}}
                {"type":"sdk_event","event":{"type":"message.part.updated","properties":{"part":{"id":"p5","messageID":"m2","type":"tool","callID":"c2","tool":"edit","state":{"status":"error","input":{"filePath":"a"},"error":"no such file"}}}}}
                {"type":"sdk_event","event":{"type":"session.error","properties":{"error":{"name":"X","data":{"message":"Out of tokens"}}}}}
                """))
        .containsExactly(
            "thinking: Hm",
            "assistant_message: I look",
            "bash: List: ls execute completed: a",
            "edit: a edit failed: no such file",
            "error: Out of tokens");
  }
}
