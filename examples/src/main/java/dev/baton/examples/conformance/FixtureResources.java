package dev.baton.examples.conformance;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.resource.ResourceTemplate;
import java.util.Base64;
import java.util.List;

/** The resources that the suite reads. */
final class FixtureResources {
  private FixtureResources() {}

  static List<Resource> all() {
    return List.of(
        Resource.text(
            "test://static-text",
            "Static text",
            "text/plain",
            "This is the content of the static text resource."),
        Resource.of(
            "test://static-binary",
            "Static binary",
            "image/png",
            context ->
                List.of(
                    ResourceContents.blob(
                        "test://static-binary",
                        "image/png",
                        Base64.getDecoder().decode(ContentTools.PNG)))),
        Resource.text(
            "test://watched-resource", "Watched", "text/plain", "Watched resource content"),
        Resource.text(
            "test://example-resource",
            "Example",
            "text/plain",
            "Embedded resource content for testing."));
  }

  static ResourceTemplate template() {
    return ResourceTemplate.of(
        "test://template/{id}/data",
        "Data by id",
        "Data for any id",
        "application/json",
        (uri, variables, context) -> {
          var data = Json.object().put("id", variables.get("id")).put("templateTest", true);
          return List.of(ResourceContents.text(uri, "application/json", data.toString()));
        });
  }
}
