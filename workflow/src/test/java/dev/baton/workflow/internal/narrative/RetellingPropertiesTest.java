package dev.baton.workflow.internal.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import dev.baton.workflow.internal.run.Flow;
import dev.baton.workflow.internal.run.Runs;
import dev.baton.workflow.internal.run.ToolOutcome;
import dev.baton.workflow.internal.run.ToyHost;
import dev.baton.workflow.prompt.PromptContent;

/** No text can make one form of a trace say something else than the other. */
class RetellingPropertiesTest {
  private static final Generator<String> FORGERIES =
      Generator.of(
              "a", "\n", "\n\n", "=", "===", "==== 1 of 2, user ====", " ", "\r", "assistant", "{")
          .list(0, 12)
          .map(parts -> String.join("", parts));

  @Property(tries = 300)
  void both_forms_carry_the_same_facts(Given given) {
    var error = given.any(FORGERIES);
    var resource = given.any(FORGERIES);
    var workflow =
        Flow.named("forge", "Forge")
            .instruction("resource://intro")
            .step("a", "fails", step -> {})
            .build();
    var host =
        new ToyHost()
            .tool("fails", arguments -> ToolOutcome.failed(error))
            .resource("resource://intro", resource);
    var trace = Trace.of(new Runs().start(workflow, "{}", host), host, Narration.standard());

    var single = ((PromptContent.Text) trace.single().content()).text();

    assertThat(Retelling.ofSingle(single)).isEqualTo(Retelling.ofMessages(trace.messages()));
  }
}
