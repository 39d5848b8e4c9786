package dev.baton.app.interop;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The official Java SDK's client, what it answers and what it has heard. */
final class JavaClient implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  final List<String> logs = new CopyOnWriteArrayList<>();
  final List<Double> progress = new CopyOnWriteArrayList<>();
  final List<Integer> toolChanges = new CopyOnWriteArrayList<>();
  private final McpSyncClient sdk;

  JavaClient(FixtureServer server) {
    this.sdk =
        McpClient.sync(transport(server))
            .requestTimeout(LIMIT)
            .initializationTimeout(LIMIT)
            .capabilities(ClientCapabilities.builder().elicitation().sampling().roots(true).build())
            .roots(new Root("file:///project", "work"))
            .elicitation(
                _ ->
                    new ElicitResult(
                        ElicitResult.Action.ACCEPT,
                        Map.of("name", "Ada", "username", "ada", "email", "a@b.c")))
            .sampling(JavaClient::echo)
            .loggingConsumer(log -> logs.add(log.data()))
            .progressConsumer(step -> progress.add(step.progress()))
            .toolsChangeConsumer(tools -> toolChanges.add(tools.size()))
            // why: only then does it hold answers against the tool's output schema
            .enableCallToolSchemaCaching(true)
            .build();
  }

  private static McpClientTransport transport(FixtureServer server) {
    return switch (server) {
      case FixtureServer.OverHttp http ->
          HttpClientStreamableHttpTransport.builder(URI.create(http.url()).resolve("/").toString())
              .endpoint("/mcp")
              .openConnectionOnStartup(true)
              .requestBuilder(authorized(http.token()))
              .build();
      case FixtureServer.OverStdio stdio ->
          new StdioClientTransport(
              ServerParameters.builder(stdio.command().getFirst())
                  .args(stdio.command().subList(1, stdio.command().size()))
                  .build(),
              McpJsonDefaults.getMapper());
    };
  }

  private static HttpRequest.Builder authorized(String token) {
    var request = HttpRequest.newBuilder();
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private static CreateMessageResult echo(CreateMessageRequest request) {
    var asked = ((TextContent) request.messages().getFirst().content()).text();
    return CreateMessageResult.builder(Role.ASSISTANT, "Echo: " + asked, "none").build();
  }

  McpSyncClient sdk() {
    return sdk;
  }

  CallToolResult call(String tool, Map<String, Object> arguments) {
    return sdk.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  String text(String tool, Map<String, Object> arguments) {
    return ((TextContent) call(tool, arguments).content().getFirst()).text();
  }

  @Override
  public void close() {
    sdk.closeGracefully();
  }
}
