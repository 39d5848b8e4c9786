package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.protocol.Content;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.UnwindingException;
import dev.baton.mcp.tool.Tool;
import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.prompt.ResourceSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns content with handles into the wire's messages: one message for each part. */
public final class PromptRenderer {
  private static final Logger LOG = LoggerFactory.getLogger(PromptRenderer.class);

  private final Registry<Tool<?, ?>> tools;
  private final ResourceMethods resources;

  public PromptRenderer(Registry<Tool<?, ?>> tools, ResourceMethods resources) {
    this.tools = tools;
    this.resources = resources;
  }

  List<ObjectNode> render(List<PromptMessage> messages, RequestContext context) throws Exception {
    var rendered = new ArrayList<ObjectNode>();
    for (var message : messages) {
      for (var part : message.content().flatten()) {
        for (var content : render(part, context)) {
          var json = Json.object().put("role", message.role().wireName());
          json.set("content", content.toJson());
          rendered.add(json);
        }
      }
    }
    return rendered;
  }

  private List<Content> render(PromptContent part, RequestContext context) throws Exception {
    return switch (part) {
      case PromptContent.Text(String text) -> List.of(Content.text(text));
      case PromptContent.Image(String base64, String mimeType) ->
          List.of(new Content.Image(base64, mimeType));
      case PromptContent.ToolRef(var handle) -> List.of(Content.text(describe(handle.name())));
      case PromptContent.ResourceRef(String uri) -> embed(uri, context).orElseGet(() -> link(uri));
      case PromptContent.ResourceEmbed(var handle) ->
          embed(handle.uri().value(), context)
              .orElseThrow(() -> unknown("resource", handle.uri().value()));
      case PromptContent.ResourceCopy(var snapshot) ->
          List.of(new Content.EmbeddedResource(contents(snapshot)));
      case PromptContent.Parts(var parts) ->
          throw new IllegalArgumentException("Parts were not flattened: " + parts);
    };
  }

  private static ResourceContents contents(ResourceSnapshot snapshot) {
    return snapshot.binary()
        ? new ResourceContents.Blob(snapshot.uri(), snapshot.mimeType(), snapshot.data())
        : new ResourceContents.Text(snapshot.uri(), snapshot.mimeType(), snapshot.data());
  }

  private String describe(String name) {
    var tool = tools.find(name).orElseThrow(() -> unknown("tool", name));
    return "Tool: %s\nDescription: %s\nInput schema:\n%s"
        .formatted(tool.name(), tool.description(), Json.pretty(tool.inputSchema()));
  }

  /** The resource itself, or a link if it cannot be read here; empty if there is none. */
  private Optional<List<Content>> embed(String uri, RequestContext context) throws Exception {
    try {
      return resources
          .find(uri, context)
          .map(contents -> contents.stream().<Content>map(Content.EmbeddedResource::new).toList());
    } catch (UnwindingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      LOG.warn("Resource {} cannot be embedded, a link to it is", uri, e);
      return Optional.of(link(uri));
    }
  }

  private static List<Content> link(String uri) {
    return List.of(new Content.ResourceLink(uri, uri, Optional.empty()));
  }

  private static RpcException unknown(String kind, String name) {
    return new RpcException(
        ErrorCode.INTERNAL_ERROR,
        "The prompt refers to %s '%s', which this server does not have; register it, or leave it out of the prompt"
            .formatted(kind, name));
  }
}
