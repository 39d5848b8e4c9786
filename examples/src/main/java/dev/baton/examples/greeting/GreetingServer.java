package dev.baton.examples.greeting;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.oneOf;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;

import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Greets people by a workflow of one step. */
public final class GreetingServer {
  record GreetInput(
      @Description("Who is greeted") String name,
      @Description("formal or casual; without it, casual") Optional<String> style) {}

  record Greeting(@Description("The greeting") String text) {}

  private static final ToolHandle<GreetInput, Greeting> GREET = ToolHandle.named("greet");
  private static final ResourceHandle GUIDE = ResourceHandle.of("resource://greetings/guide");
  private static final String FORMAL = "formal";

  private GreetingServer() {}

  /** A running server. */
  public static McpServer start(UnaryOperator<McpServerBuilder> surroundings) {
    return surroundings
        .apply(McpServer.named("baton-greeting", "0.1.0"))
        .tool(greet())
        .resource(guide())
        .part(Workflows.of(personalizedGreeting()))
        .build();
  }

  static SequentialWorkflow personalizedGreeting() {
    return SequentialWorkflow.named("personalized-greeting")
        .describedAs("Generate a personalized greeting")
        .promptArg("name", "Person's name")
        .promptArg("style", "Greeting style", optional(), oneOf(FORMAL, "casual"))
        .instructions(GUIDE)
        .step("greeting", GREET, arg("name", promptArg("name")), arg("style", promptArg("style")))
        .build();
  }

  private static Tool<GreetInput, Greeting> greet() {
    return Tool.named(GREET.name(), GreetInput.class, Greeting.class)
        .description("Greet somebody by name")
        .readOnly()
        .openWorld(false)
        .handler(
            (request, _) -> {
              var isFormal = request.style().filter(FORMAL::equals).isPresent();
              return new Greeting(
                  (isFormal ? "Good day, %s." : "Hi %s!").formatted(request.name()));
            });
  }

  private static Resource guide() {
    return Resource.text(
        GUIDE.toString(),
        "How we greet",
        "text/markdown",
        """
        # How we greet

        - By name, in one line.
        - Formally whom we do not know.
        """);
  }
}
