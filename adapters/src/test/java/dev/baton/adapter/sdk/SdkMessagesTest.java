package dev.baton.adapter.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.prompt.ResourceSnapshot;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import org.junit.jupiter.api.Test;

class SdkMessagesTest {
  private final SdkMessages messages =
      new SdkMessages(
          new SdkServer(
              NotebookTools.all(name -> {}), new SdkResources(List.of(), List.of()), List.of()));

  private String wire(PromptContent content) {
    return SdkJson.text(messages.of(List.of(PromptMessage.assistant(content))));
  }

  @Test
  void every_kind_of_content_has_its_form_on_the_wire() {
    assertThat(
            wire(
                PromptContent.parts(
                    PromptContent.text("Look"),
                    PromptContent.image(new byte[] {1}, "image/png"),
                    PromptContent.resource("https://example.org"),
                    PromptContent.resource(ResourceHandle.of("resource://notes/intro")),
                    new PromptContent.ResourceCopy(
                        ResourceSnapshot.text("resource://a", "text/plain", "A")),
                    new PromptContent.ResourceCopy(
                        ResourceSnapshot.blob("resource://b", "image/png", new byte[] {2})))))
        .isEqualTo(
            """
            [{"role":"assistant","content":{"type":"text","text":"Look"}},
            {"role":"assistant","content":{"type":"image","data":"AQ==","mimeType":"image/png"}},
            {"role":"assistant","content":{"type":"resource_link","name":"https://example.org","uri":"https://example.org"}},
            {"role":"assistant","content":{"type":"resource_link","name":"resource://notes/intro","uri":"resource://notes/intro"}},
            {"role":"assistant","content":{"type":"resource","resource":{"uri":"resource://a","mimeType":"text/plain","text":"A"}}},
            {"role":"assistant","content":{"type":"resource","resource":{"uri":"resource://b","mimeType":"image/png","blob":"Ag=="}}}]
            """
                .replace("\n", ""));
  }

  @Test
  void a_tool_becomes_its_description() {
    assertThat(wire(PromptContent.tool(ToolHandle.named("farewell"))))
        .isEqualTo(
            """
            [{"role":"assistant","content":{"type":"text","text":"Tool: farewell\\nDescription: Says goodbye\\nInput schema:\\n{\\n  \\"type\\" : \\"object\\"\\n}"}}]""");
  }

  @Test
  void a_tool_that_is_not_there_is_named() {
    assertThatThrownBy(() -> wire(PromptContent.tool(ToolHandle.named("fly"))))
        .hasMessage("A prompt refers to tool 'fly', which is not registered");
  }
}
