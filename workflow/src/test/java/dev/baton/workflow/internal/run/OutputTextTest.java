package dev.baton.workflow.internal.run;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromResource;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.resources;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TestCatalog;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.WorkflowCheck;
import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.internal.narrative.Handoff;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.narrative.SkillText;
import dev.baton.workflow.internal.narrative.Trace;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Fields of earlier outputs in texts and URIs of later steps. */
class OutputTextTest {
  private static final ToolHandle<?, ?> FIND = ToolHandle.named("find");
  private static final ToolHandle<?, ?> TELL = ToolHandle.named("tell");

  private final Runs runs = new Runs();

  private static WorkflowBuilder draft() {
    return SequentialWorkflow.named("pages")
        .promptArg("who", optional())
        .step("page", FIND)
        .step(
            "tell",
            TELL,
            guidance("Look at {page.meta.title}, {who}"),
            resources(ResourceHandle.of("resource://notes/{page.id}")),
            arg("text", constant("{page.meta.title} is at {page.id}")),
            arg("id", constant("{page.id}")),
            arg("note", fromResource(ResourceHandle.of("resource://notes/{page.id}"))));
  }

  private static ToyHost host() {
    return new ToyHost()
        .tool("find", "{'id': 'a/b', 'meta': {'title': 'Home'}}")
        .tool("tell", "{}")
        .resource("resource://notes/a%2Fb", "A note");
  }

  private static List<String> problems(WorkflowBuilder builder) {
    return WorkflowCheck.definition(builder.draft()).stream()
        .map(WorkflowProblem::message)
        .toList();
  }

  @Test
  void a_later_step_speaks_of_what_an_earlier_one_found() {
    var host = host();

    var outcome = runs.start(draft().build(), "{'who': 'Ada'}", host);

    assertThat(host.called())
        .containsExactly(
            "find{}", "tell{\"text\":\"Home is at a/b\",\"id\":\"a/b\",\"note\":\"A note\"}");
    assertThat(Trace.of(outcome, host, Narration.standard()).messages().toString())
        .contains("Look at Home, Ada", "resource://notes/a%2Fb", "A note");
  }

  @Test
  void what_is_still_to_come_is_a_placeholder() {
    var host = host().tool("find", arguments -> ToolOutcome.failed("gone"));

    var outcome = runs.start(draft().build(), "{}", host);

    assertThat(Handoff.text(outcome, Narration.standard()).orElseThrow())
        .contains(
            "\"text\": \"<field 'meta.title' from find> is at <field 'id' from find>\"",
            "\"id\": \"<field 'id' from find>\"",
            "\"note\": \"<text of resource://notes/{page.id}>\"",
            "read resource://notes/{page.id}",
            "Look at <field 'meta.title' from find>");
  }

  @Test
  void a_field_that_is_not_there_is_told() {
    var host = host().tool("find", "{'id': 1}");

    var outcome = runs.start(draft().build(), "{}", host);

    assertThat(host.called()).containsExactly("find{}");
    assertThat(Handoff.text(outcome, Narration.standard()).orElseThrow())
        .contains("the output 'page' has no field 'meta.title' (it has: id)");
  }

  @Test
  void a_definition_names_only_earlier_outputs() {
    assertThat(
            problems(
                SequentialWorkflow.named("pages")
                    .instructions(ResourceHandle.of("resource://notes/{page.id}"))
                    .step("first", TELL, guidance("{page.id}"))
                    .step("page", FIND, arg("x", constant("{first.id} {pag.id} {page}")))))
        .containsExactly(
            "unbound variable '{page.id}'; expected a declared argument, or {{ for a literal brace",
            "cycle 'first' -> 'page' -> 'first' in step 'first'; expected steps that read only from earlier ones",
            "unbound variable '{pag.id}' in step 'page'; available: first",
            "unbound variable '{page}' in step 'page'; expected a declared argument, or {{ for a literal brace");
  }

  @Test
  void a_server_knows_which_fields_there_are() {
    var catalog =
        new TestCatalog()
            .tool(
                "find",
                "{'type': 'object'}",
                "{'type': 'object', 'properties': {'id': {}}, 'additionalProperties': false}")
            .tool("tell", "{'type': 'object'}", "")
            .resource("resource://notes/{page.id}");

    assertThat(WorkflowCheck.against(catalog).problems(List.of(draft().build())))
        .extracting(WorkflowProblem::message)
        .containsExactly(
            "unknown field 'meta' in 'meta.title' of output 'page' in step 'tell'; available: id",
            "unknown field 'meta' in 'meta.title' of output 'page' in step 'tell'; available: id");
  }

  @Test
  void a_field_that_is_null_leaves_nothing() {
    var workflow =
        SequentialWorkflow.named("pages")
            .step("page", FIND)
            .step("tell", TELL, arg("a", constant("<{page.id}>")), arg("b", constant("{page.id}")))
            .build();
    var host = new ToyHost().tool("find", "{'id': null}").tool("tell", ToolOutcome::structured);

    assertThat(new Runs().start(workflow, "{}", host).outputs().get("tell"))
        .isEqualTo(Flow.json("{'a': '<>'}"));
  }

  @Test
  void a_skill_keeps_the_names() {
    assertThat(SkillText.of(draft().build(), tool -> Optional.empty()))
        .contains(
            "Keep its result as `page`.",
            "Look at {page.meta.title}",
            "resource://notes/{page.id}");
  }
}
