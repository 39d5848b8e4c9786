package dev.baton.workflow.prompt;

import dev.baton.workflow.internal.NameRule;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ResourceUri;
import dev.baton.workflow.reference.ToolHandle;
import java.util.Base64;
import java.util.List;

/**
 * What a message says: text, an image, a tool, a resource, or several of these. Immutable, thread
 * safe.
 *
 * <p>Handles stay handles in here; the server's edge turns them into what the wire knows.
 *
 * {@snippet file="dev/baton/workflow/ContentExamplesTest.java" region="content"}
 */
public sealed interface PromptContent {
  /** The visitor's answer for the kind of content this is. */
  <T> T accept(Visitor<T> visitor);

  /** The single contents in their order, with parts within parts taken apart. */
  default List<PromptContent> flatten() {
    return List.of(this);
  }

  /** One method for each kind of content, so that a forgotten kind breaks the build. */
  interface Visitor<T> {
    T text(Text content);

    T image(Image content);

    T resourceRef(ResourceRef content);

    T toolRef(ToolRef content);

    T resourceEmbed(ResourceEmbed content);

    T resourceCopy(ResourceCopy content);

    T parts(Parts content);
  }

  /** Plain text. */
  record Text(String text) implements PromptContent {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.text(this);
    }
  }

  /** An image, its bytes in Base64. */
  record Image(String base64, String mimeType) implements PromptContent {
    public Image {
      mimeType = NameRule.check("MIME type", mimeType);
      requireBase64(base64);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.image(this);
    }

    private static void requireBase64(String base64) {
      try {
        Base64.getDecoder().decode(base64);
      } catch (IllegalArgumentException notBase64) {
        throw new IllegalArgumentException(
            "The data of an image is Base64 without line breaks: " + notBase64.getMessage(),
            notBase64);
      }
    }
  }

  /** A URI that nobody checks: any scheme, known to the server or not. */
  record ResourceRef(String uri) implements PromptContent {
    public ResourceRef {
      uri = NameRule.check("URI", uri);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.resourceRef(this);
    }
  }

  /** A tool of this server, which becomes its description. */
  record ToolRef(ToolHandle<?, ?> tool) implements PromptContent {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.toolRef(this);
    }
  }

  /** A resource of this server, which becomes its content. */
  record ResourceEmbed(ResourceHandle resource) implements PromptContent {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.resourceEmbed(this);
    }
  }

  /** A resource that was read already, with its content as it was then. */
  record ResourceCopy(ResourceSnapshot snapshot) implements PromptContent {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.resourceCopy(this);
    }
  }

  /** Several contents, which become as many messages of the same role. */
  record Parts(List<PromptContent> parts) implements PromptContent {
    public Parts {
      parts = List.copyOf(parts);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.parts(this);
    }

    @Override
    public List<PromptContent> flatten() {
      return parts.stream().flatMap(part -> part.flatten().stream()).toList();
    }
  }

  /** Plain text. */
  static PromptContent text(String text) {
    return new Text(text);
  }

  /** An image of its bytes. */
  static PromptContent image(byte[] bytes, String mimeType) {
    return new Image(Base64.getEncoder().encodeToString(bytes), mimeType);
  }

  /** Loose: any URI. A {@link ResourceHandle} is the strict form. */
  static PromptContent resource(String uri) {
    return new ResourceRef(uri);
  }

  /** Loose: a URI that a resource can have, known to the server or not. */
  static PromptContent resource(ResourceUri uri) {
    return new ResourceRef(uri.value());
  }

  /** Strict: a resource of this server, which becomes its content. */
  static PromptContent resource(ResourceHandle resource) {
    return new ResourceEmbed(resource);
  }

  /** A tool of this server, which becomes its name, description and input schema. */
  static PromptContent tool(ToolHandle<?, ?> tool) {
    return new ToolRef(tool);
  }

  /** Several contents, which become as many messages of the same role. */
  static PromptContent parts(PromptContent... parts) {
    return new Parts(List.of(parts));
  }
}
