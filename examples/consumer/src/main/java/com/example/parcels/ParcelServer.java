package com.example.parcels;

import com.example.parcels.Parcels.BookRequest;
import com.example.parcels.Parcels.Booking;
import com.example.parcels.Parcels.Quote;
import com.example.parcels.Parcels.QuoteRequest;
import dev.baton.database.Database;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.mcp.transport.StdioTransport;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.Optional;

/** Serves over standard input and output, or over HTTP if a port is given. */
public final class ParcelServer {
  private ParcelServer() {}

  /** Starts with the database's file or address, and perhaps a port. */
  public static void main(String[] arguments) throws Exception {
    try (var database = Database.open(arguments[0]);
        var server = serverWith(database)) {
      if (arguments.length == 1) {
        StdioTransport.serveStandardStreams(server);
      } else {
        serveHttp(server, Integer.parseInt(arguments[1]));
      }
    }
  }

  private static McpServer serverWith(Database database) {
    return McpServer.named("parcels", "1.0.0")
        .tool(quote())
        .tool(book())
        .part(Workflows.of(Parcels.sendParcel()))
        .withTaskStore(JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT))
        .build();
  }

  /** A typed tool: its schemas are made from the records. */
  private static Tool<QuoteRequest, Quote> quote() {
    return Tool.named(Parcels.QUOTE.name(), QuoteRequest.class, Quote.class)
        .description("Say what a parcel costs")
        .readOnly()
        .openWorld(false)
        .handler((request, context) -> quote(request));
  }

  private static Quote quote(QuoteRequest request) {
    if (request.grams() <= 0) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "A parcel of %d g cannot be sent".formatted(request.grams()),
          "Weigh it, and pass grams above 0");
    }
    return Parcels.quote(request);
  }

  /** Costs money, so a workflow leaves the call to the client. */
  private static Tool<BookRequest, Booking> book() {
    return Tool.named(Parcels.BOOK.name(), BookRequest.class, Booking.class)
        .description("Book a parcel at the price of a quote")
        .destructive()
        .openWorld(false)
        .handler((request, context) -> Parcels.book(request));
  }

  private static void serveHttp(McpServer server, int port) throws Exception {
    var secret = System.getenv("PARCELS_TOKEN").getBytes(StandardCharsets.UTF_8);
    Access.Tokens access =
        token ->
            MessageDigest.isEqual(secret, token.getBytes(StandardCharsets.UTF_8))
                ? Optional.of(TaskOwner.LOCAL)
                : Optional.empty();
    try (var http = HttpTransport.start(server, access, HttpOptions.loopback(port))) {
      System.out.println(http.url());
      Thread.currentThread().join();
    }
  }
}
