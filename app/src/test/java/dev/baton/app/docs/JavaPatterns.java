package dev.baton.app.docs;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.completedBy;
import static dev.baton.workflow.WorkflowDsl.computed;
import static dev.baton.workflow.WorkflowDsl.describedAs;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.secret;
import static dev.baton.workflow.WorkflowDsl.transform;

import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Java code of the page of patterns, and a server that has it. */
final class JavaPatterns {
  record FindUser(@Description("The login") String login) {}

  record User(
      @Description("The id") int id, @Description("If the user may be let in") boolean active) {}

  record Grant(
      @Description("The id of the user") int userId,
      @Description("The group") String group,
      @Description("The ticket") Optional<String> ticket) {}

  record Granted(@Description("What was done") String text) {}

  private static final ToolHandle<FindUser, User> FIND_USER = ToolHandle.named("find_user");
  private static final ToolHandle<Grant, Granted> GRANT = ToolHandle.named("grant");

  private JavaPatterns() {}

  static SequentialWorkflow grantAccess() {
    var flow = SequentialWorkflow.named("grant-access").describedAs("let somebody into a group");
    var login = flow.argument("login", String.class, describedAs("Who it is"));
    var group = flow.argument("group", String.class, completedBy(JavaPatterns::groupsLike));
    var user = flow.call("user", FIND_USER).arg(FindUser::login).from(login).output();
    flow.call("grant", GRANT)
        .arg(Grant::userId)
        .from(user.field(User::id))
        .arg(Grant::group)
        .from(group)
        .require(user.field(User::active).isEqualTo(true));
    return flow.build();
  }

  static SequentialWorkflow grantWithTicket() {
    return SequentialWorkflow.named("grant-with-ticket")
        .describedAs("let somebody into the group of their own")
        .promptArg("login", "Who it is")
        .promptArg("ticket", "The ticket that allows it", secret())
        .step("id", FIND_USER, arg("login", promptArg("login")), transform(user -> user.path("id")))
        .step(
            "grant",
            GRANT,
            arg("user_id", fromStep("id")),
            arg("group", computed(run -> "of-" + run.output("id").orElseThrow().asInt())),
            arg("ticket", promptArg("ticket")))
        .build();
  }

  static Prompt explainGrants() {
    return Prompt.named("explain-grants", "Explains how somebody gets into a group")
        .messages(
            (arguments, context) ->
                List.of(
                    PromptMessage.user(
                        PromptContent.parts(
                            PromptContent.text("Explain to a newcomer what this tool does:"),
                            PromptContent.tool(GRANT)))));
  }

  private static List<String> groupsLike(String typed) {
    return Stream.of("readers", "writers").filter(group -> group.startsWith(typed)).toList();
  }

  static McpServer start() {
    return McpServer.named("patterns", "1")
        .tool(
            Tool.named(FIND_USER.name(), FindUser.class, User.class)
                .description("Find somebody")
                .readOnly()
                .handler((request, _) -> new User(7, !request.login().equals("gone"))))
        .tool(
            Tool.named(GRANT.name(), Grant.class, Granted.class)
                .description("Let somebody into a group")
                .annotations(ToolAnnotations.of(false, false, true, false))
                .handler(
                    (request, _) ->
                        new Granted(
                            "%d is in %s%s"
                                .formatted(
                                    request.userId(),
                                    request.group(),
                                    request.ticket().map(_ -> ", with a ticket").orElse("")))))
        .prompt(explainGrants())
        .part(Workflows.of(grantAccess(), grantWithTicket()))
        .build();
  }
}
