package dev.baton.workflow.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptContentTest {
  private static final ToolHandle<Void, Void> DEPLOY = ToolHandle.named("deploy");
  private static final ResourceHandle GUIDE = ResourceHandle.of("resource://guide");

  private static final PromptContent TEXT = PromptContent.text("a");
  private static final PromptContent IMAGE = PromptContent.image(new byte[] {1, 2, 3}, "image/png");
  private static final PromptContent LOOSE = PromptContent.resource("https://example.org/x");
  private static final PromptContent TOOL = PromptContent.tool(DEPLOY);
  private static final PromptContent STRICT = PromptContent.resource(GUIDE);
  private static final PromptContent COPY =
      new PromptContent.ResourceCopy(
          ResourceSnapshot.text("resource://guide", "text/plain", "Read me"));

  @Test
  void each_factory_makes_its_kind() {
    assertThat(TEXT).isEqualTo(new PromptContent.Text("a"));
    assertThat(IMAGE).isEqualTo(new PromptContent.Image("AQID", "image/png"));
    assertThat(LOOSE).isEqualTo(new PromptContent.ResourceRef("https://example.org/x"));
    assertThat(TOOL).isEqualTo(new PromptContent.ToolRef(DEPLOY));
    assertThat(STRICT).isEqualTo(new PromptContent.ResourceEmbed(GUIDE));
    assertThat(PromptContent.parts(TEXT, TOOL))
        .isEqualTo(new PromptContent.Parts(List.of(TEXT, TOOL)));
  }

  @Test
  void a_visitor_is_asked_for_the_kind_it_visits() {
    var all = PromptContent.parts(TEXT, IMAGE, LOOSE, TOOL, STRICT, COPY, PromptContent.parts());

    assertThat(all.accept(new Describe()))
        .isEqualTo(
            "[text a, image image/png, ref https://example.org/x, tool deploy, embed resource://guide, copy of resource://guide, []]");
  }

  @Test
  void parts_within_parts_are_taken_apart_in_their_order() {
    var nested =
        PromptContent.parts(
            TEXT,
            PromptContent.parts(IMAGE, PromptContent.parts(LOOSE), PromptContent.parts()),
            TOOL,
            PromptContent.parts(STRICT));

    assertThat(nested.flatten()).containsExactly(TEXT, IMAGE, LOOSE, TOOL, STRICT);
    assertThat(TEXT.flatten()).containsExactly(TEXT);
    assertThat(PromptContent.parts().flatten()).isEmpty();
  }

  @Test
  void parts_do_not_follow_the_list_they_were_made_of() {
    List<PromptContent> list = new ArrayList<>(List.of(TEXT));
    var parts = new PromptContent.Parts(list);

    list.add(TOOL);

    assertThat(parts.parts()).containsExactly(TEXT);
  }

  @Test
  void an_image_needs_base64_and_a_mime_type() {
    assertThatThrownBy(() -> new PromptContent.Image("not base64!", "image/png"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The data of an image is Base64 without line breaks: ");
    assertThatThrownBy(() -> new PromptContent.Image("AQID", " "))
        .hasMessage("A MIME type is not blank, got ' '");
  }

  @Test
  void a_loose_resource_may_have_any_uri_but_a_blank_one() {
    assertThatThrownBy(() -> PromptContent.resource(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A URI is not blank, got ' '");
  }

  private static final class Describe implements PromptContent.Visitor<String> {
    @Override
    public String text(PromptContent.Text content) {
      return "text " + content.text();
    }

    @Override
    public String image(PromptContent.Image content) {
      return "image " + content.mimeType();
    }

    @Override
    public String resourceRef(PromptContent.ResourceRef content) {
      return "ref " + content.uri();
    }

    @Override
    public String toolRef(PromptContent.ToolRef content) {
      return "tool " + content.tool();
    }

    @Override
    public String resourceEmbed(PromptContent.ResourceEmbed content) {
      return "embed " + content.resource();
    }

    @Override
    public String resourceCopy(PromptContent.ResourceCopy content) {
      return "copy of " + content.snapshot().uri();
    }

    @Override
    public String parts(PromptContent.Parts content) {
      return content.parts().stream().map(part -> part.accept(this)).toList().toString();
    }
  }
}
