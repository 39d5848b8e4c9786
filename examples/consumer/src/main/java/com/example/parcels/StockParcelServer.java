package com.example.parcels;

import com.example.parcels.Parcels.BookRequest;
import com.example.parcels.Parcels.QuoteRequest;
import dev.baton.adapter.sdk.SdkWorkflows;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The same tools and the same workflow in a stock server of the official Java SDK. */
public final class StockParcelServer {
  private StockParcelServer() {}

  /** Serves over standard input and output. */
  public static void main(String[] arguments) {
    var tools = tools();
    var workflows = SdkWorkflows.of(Parcels.sendParcel()).tools(tools);
    var unused =
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
            .serverInfo("stock-parcels", "1.0.0")
            .capabilities(
                ServerCapabilities.builder().tools(true).prompts(true).completions().build())
            .tools(tools)
            .prompts(workflows.prompts())
            .completions(workflows.completions())
            .build();
  }

  private static List<SyncToolSpecification> tools() {
    return List.of(
        tool(
            Parcels.QUOTE.name(),
            "Say what a parcel costs",
            Map.of("country", Map.of("type", "string"), "grams", Map.of("type", "integer")),
            ToolAnnotations.builder().readOnlyHint(true).build(),
            given ->
                Parcels.quote(
                    new QuoteRequest(
                        (String) given.get("country"), ((Number) given.get("grams")).intValue()))),
        tool(
            Parcels.BOOK.name(),
            "Book a parcel at the price of a quote",
            Map.of("quote_id", Map.of("type", "string")),
            ToolAnnotations.builder().destructiveHint(true).build(),
            given -> Parcels.book(new BookRequest((String) given.get("quote_id")))));
  }

  private static SyncToolSpecification tool(
      String name,
      String description,
      Map<String, Object> properties,
      ToolAnnotations hints,
      Function<Map<String, Object>, Object> function) {
    var input =
        Map.of(
            "type",
            "object",
            "properties",
            properties,
            "required",
            List.copyOf(properties.keySet()));
    return SyncToolSpecification.builder()
        .tool(Tool.builder(name, input).description(description).annotations(hints).build())
        .callHandler(
            (exchange, request) ->
                CallToolResult.builder()
                    .structuredContent(function.apply(request.arguments()))
                    .content(List.of())
                    .build())
        .build();
  }
}
