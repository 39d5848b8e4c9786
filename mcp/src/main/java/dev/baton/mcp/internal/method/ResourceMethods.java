package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.ClientQuestions;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.internal.call.Pages;
import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.resource.ResourceTemplate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The methods under {@code resources/}. */
public final class ResourceMethods {
  private static final int MAX_WATCHED = 10_000;

  private final Registry<Resource> resources;
  private final Registry<ResourceTemplate> templates;
  private final ClientQuestions questions;
  private final Pages pages;

  public ResourceMethods(
      Registry<Resource> resources,
      Registry<ResourceTemplate> templates,
      ClientQuestions questions,
      Pages pages) {
    this.resources = resources;
    this.templates = templates;
    this.questions = questions;
    this.pages = pages;
  }

  ObjectNode list(Call call) {
    return pages.page(
        "resources", resources.all(), call.params(), Resource::uri, Resource::describe);
  }

  ObjectNode listTemplates(Call call) {
    return pages.page(
        "resourceTemplates",
        templates.all(),
        call.params(),
        ResourceTemplate::uriTemplate,
        ResourceTemplate::describe);
  }

  ObjectNode read(Call call) throws Exception {
    var uri = call.requiredString("uri");
    var contents =
        find(uri, new HandlerContext(call, questions.answers(call)))
            .orElseThrow(() -> new RpcException(call.era().resourceNotFound(uri)));
    var result = Json.object();
    var array = result.putArray("contents");
    contents.forEach(content -> array.add(content.toJson()));
    return result;
  }

  public boolean knows(String uri) {
    return resources.find(uri).isPresent()
        || templates.all().stream().anyMatch(template -> template.match(uri).isPresent());
  }

  public Collection<String> uris() {
    return resources.names();
  }

  /** The contents at a URI; empty if there are none. */
  public Optional<List<ResourceContents>> find(String uri, RequestContext context)
      throws Exception {
    var resource = resources.find(uri);
    if (resource.isPresent()) {
      return Optional.of(resource.get().reader().read(context));
    }
    for (var template : templates.all()) {
      var variables = template.match(uri);
      if (variables.isPresent()) {
        var contents = template.read(uri, variables.get(), context);
        if (!contents.isEmpty()) {
          return Optional.of(contents);
        }
      }
    }
    return Optional.empty();
  }

  ObjectNode subscribe(Call call) {
    var watched = call.connection().watchedResources();
    if (watched.size() >= MAX_WATCHED) {
      throw RpcException.invalidParams(
          "This connection watches %d resources, which is the limit; unsubscribe from some"
              .formatted(MAX_WATCHED));
    }
    watched.add(call.requiredString("uri"));
    return Json.object();
  }

  ObjectNode unsubscribe(Call call) {
    call.connection().watchedResources().remove(call.requiredString("uri"));
    return Json.object();
  }
}
