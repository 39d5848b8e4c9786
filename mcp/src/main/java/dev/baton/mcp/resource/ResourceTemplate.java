package dev.baton.mcp.resource;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.request.CompletionSource;
import dev.baton.mcp.request.RequestContext;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * Resources whose URIs have one shape, such as {@code resource://tasks/{id}/log}: a variable stands
 * for the text between two slashes. Immutable.
 */
public final class ResourceTemplate {
  private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z0-9_]+)}");

  /** Reads a resource of this shape; empty if there is none with these variables. */
  @FunctionalInterface
  public interface Reader {
    List<ResourceContents> read(String uri, Map<String, String> variables, RequestContext context)
        throws Exception;
  }

  private final String uriTemplate;
  private final String name;
  private final String description;
  private final String mimeType;
  private final Reader reader;
  private final Map<String, CompletionSource> completions;
  private final List<String> variables = new ArrayList<>();
  private final Pattern shape;

  private ResourceTemplate(
      String uriTemplate,
      String name,
      String description,
      String mimeType,
      Reader reader,
      Map<String, CompletionSource> completions) {
    this.uriTemplate = uriTemplate;
    this.name = name;
    this.description = description;
    this.mimeType = mimeType;
    this.reader = reader;
    this.completions = completions;
    this.shape = compile();
  }

  public static ResourceTemplate of(
      String uriTemplate, String name, String description, String mimeType, Reader reader) {
    return new ResourceTemplate(uriTemplate, name, description, mimeType, reader, Map.of());
  }

  public ResourceTemplate withCompletions(String variable, CompletionSource source) {
    if (!variables.contains(variable)) {
      throw new IllegalArgumentException(
          "%s has no variable '%s'; it has %s".formatted(uriTemplate, variable, variables));
    }
    var next = new LinkedHashMap<>(completions);
    next.put(variable, source);
    return new ResourceTemplate(uriTemplate, name, description, mimeType, reader, next);
  }

  private Pattern compile() {
    var regex = new StringBuilder();
    var rest = 0;
    var matcher = VARIABLE.matcher(uriTemplate);
    while (matcher.find()) {
      regex.append(Pattern.quote(uriTemplate.substring(rest, matcher.start()))).append("([^/]+)");
      variables.add(matcher.group(1));
      rest = matcher.end();
    }
    return Pattern.compile(regex.append(Pattern.quote(uriTemplate.substring(rest))).toString());
  }

  public String uriTemplate() {
    return uriTemplate;
  }

  public List<String> variables() {
    return variables;
  }

  public CompletionSource completions(String variable) {
    return completions.getOrDefault(variable, CompletionSource.NONE);
  }

  /** The variables in a URI of this shape; empty if it has another. */
  public Optional<Map<String, String>> match(String uri) {
    var matcher = shape.matcher(uri);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var values = new LinkedHashMap<String, String>();
    try {
      for (var i = 0; i < variables.size(); i++) {
        values.put(variables.get(i), decode(matcher.group(i + 1)));
      }
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(values);
  }

  private static String decode(String text) {
    // why: URLDecoder reads a form, where a plus is a space; in a URI it is a plus
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  public List<ResourceContents> read(String uri, Map<String, String> values, RequestContext context)
      throws Exception {
    return reader.read(uri, values, context);
  }

  public ObjectNode describe() {
    return Json.object()
        .put("uriTemplate", uriTemplate)
        .put("name", name)
        .put("description", description)
        .put("mimeType", mimeType);
  }
}
