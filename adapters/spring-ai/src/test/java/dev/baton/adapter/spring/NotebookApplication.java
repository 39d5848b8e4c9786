package dev.baton.adapter.spring;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.promptArg;

import dev.baton.adapter.sdk.NotebookResources;
import dev.baton.adapter.sdk.NotebookTools;
import dev.baton.adapter.sdk.NotebookWorkflows;
import dev.baton.adapter.sdk.SdkWorkflows;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerPortFileWriter;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** A program: a stock MCP server of Spring AI with the notebook's tools, over HTTP. */
@SpringBootApplication
public class NotebookApplication {
  /** Takes the file into which to write the port. */
  public static void main(String[] args) {
    var application = new SpringApplication(NotebookApplication.class);
    application.addListeners(new WebServerPortFileWriter(Path.of(args[0]).toFile()));
    application.run(
        "--server.port=0",
        "--server.address=127.0.0.1",
        "--spring.ai.mcp.server.protocol=STREAMABLE");
  }

  /** Tools as people write them with Spring AI. */
  @Component
  static class Greeter {
    @McpTool(
        name = "greet",
        description = "Greets somebody. Means it.",
        annotations = @McpTool.McpAnnotations(destructiveHint = false))
    String greet(@McpToolParam(description = "Whom") String name) {
      return "Hello, " + name;
    }

    @McpTool(name = "wave", description = "Waves")
    String wave() {
      return "\\o/";
    }
  }

  @Bean
  List<SyncToolSpecification> notebookTools(ObjectProvider<McpSyncServer> server) {
    return NotebookTools.all(name -> server.getObject().removeTool(name));
  }

  @Bean
  List<SyncResourceSpecification> notebookResources() {
    return NotebookResources.all();
  }

  @Bean
  List<SyncResourceTemplateSpecification> notebookTemplates() {
    return NotebookResources.templates();
  }

  // @start region="workflows"
  @Bean
  SdkWorkflows workflows(
      ObjectProvider<List<SyncToolSpecification>> tools,
      ObjectProvider<List<SyncResourceSpecification>> resources,
      ObjectProvider<List<SyncResourceTemplateSpecification>> templates,
      ObjectProvider<McpSyncServer> server) {
    var workflows =
        SdkWorkflows.of(definitions()).withToolsListedBy(() -> server.getObject().listTools());
    tools.forEach(workflows::tools);
    resources.forEach(workflows::resources);
    templates.forEach(workflows::resourceTemplates);
    return workflows;
  }

  @Bean
  List<SyncPromptSpecification> workflowPrompts(SdkWorkflows workflows) {
    return workflows.prompts();
  }

  @Bean
  List<SyncCompletionSpecification> workflowCompletions(SdkWorkflows workflows) {
    return workflows.completions();
  }

  // @end

  private static List<SequentialWorkflow> definitions() {
    return Stream.concat(NotebookWorkflows.all().stream(), Stream.of(greeting())).toList();
  }

  private static SequentialWorkflow greeting() {
    return SequentialWorkflow.named("greeting")
        .describedAs("greet somebody")
        .promptArg("name", "Whom")
        .step("greet", ToolHandle.named("greet"), arg("name", promptArg("name")))
        .step("wave", ToolHandle.named("wave"))
        .build();
  }
}
