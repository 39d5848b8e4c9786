package dev.baton.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.prompt.PromptRole;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that the documentation shows. */
class ContentExamplesTest {
  // @start region="handles"
  record Deploy(String region) {}

  record Deployed(String url) {}

  static final ToolHandle<Deploy, Deployed> DEPLOY = ToolHandle.named("deploy_service");
  static final ResourceHandle GUIDE = ResourceHandle.of("resource://guides/deploy");

  // @end

  @Test
  void content_is_made_of_parts() {
    // @start region="content"
    PromptContent content =
        PromptContent.parts(
            PromptContent.text("Read this first:"),
            PromptContent.resource(GUIDE),
            PromptContent.text("Then call:"),
            PromptContent.tool(DEPLOY));
    // @end

    assertThat(content.flatten()).hasSize(4);
  }

  @Test
  void messages_take_strings_and_handles() {
    // @start region="messages"
    List<PromptMessage> messages =
        List.of(
            PromptMessage.user(GUIDE),
            PromptMessage.user("Deploy to eu-west-1"),
            PromptMessage.assistant(DEPLOY));
    // @end

    assertThat(messages).extracting(PromptMessage::role).contains(PromptRole.ASSISTANT);
  }
}
