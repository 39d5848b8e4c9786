package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.notice.Channel;
import dev.baton.orchestrator.notice.CommandHook;
import dev.baton.orchestrator.notice.Notices.Health;
import dev.baton.orchestrator.notice.Notices.ReceiverStatus;
import dev.baton.orchestrator.notice.Topic;
import dev.baton.orchestrator.notice.Webhook;
import dev.baton.orchestrator.notice.WebhookFormat;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

final class ListNotices {
  record Request() {}

  record Response(
      @Description("Receivers of the configuration") List<Item> receivers,
      @Description(FieldText.COUNT) int count) {}

  record Item(
      @Description("Name in the configuration") String name,
      @Description("webhook, slack, discord, ntfy or command") String kind,
      @OmitWhenEmpty @Description("Whether a webhook is signed; it is not without secret")
          Optional<Boolean> signed,
      @Inline Deliveries deliveries,
      @Description("Where it is, without what is secret") String place,
      @Description("What it is told of") List<String> events,
      @Description("Projects it is told of; of all if empty") List<String> projects) {
    static Item of(ReceiverStatus status) {
      var receiver = status.receiver();
      return new Item(
          receiver.name(),
          receiver.channel().kind(),
          findSigned(receiver.channel()),
          Deliveries.of(status),
          receiver.channel().place(),
          receiver.topics().stream().map(Topic::word).toList(),
          receiver.projects().stream().sorted().toList());
    }
  }

  record Deliveries(
      @Description("How it goes") Health state,
      @Description("Notices that wait; 1000 may be more") long pending,
      @Description("Notices that arrived") long delivered,
      @Description("When the last one arrived") Optional<Instant> deliveredAt,
      @Description("Why the last try failed; null after one that did not") Optional<String> problem,
      @Description("When a try failed last") Optional<Instant> failedAt,
      @Description("When it is tried again") Optional<Instant> nextTryAt,
      @Description("Notices that were given up after a day") long givenUp,
      @Description("When one was given up last") Optional<Instant> givenUpAt) {
    static Deliveries of(ReceiverStatus status) {
      var standing = status.standing();
      return new Deliveries(
          status.health(),
          status.pending(),
          standing.delivered(),
          standing.deliveredAt(),
          standing.problem(),
          standing.failedAt(),
          standing.nextTryAt(),
          standing.givenUp(),
          standing.givenUpAt());
    }
  }

  /** Services that know their senders by the address look at no signature. */
  private static Optional<Boolean> findSigned(Channel channel) {
    return switch (channel) {
      case CommandHook _ -> Optional.empty();
      case Webhook webhook ->
          Optional.of(webhook.secret().isPresent())
              .filter(it -> it || webhook.format() == WebhookFormat.WEBHOOK);
    };
  }

  private ListNotices() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_notices", Request.class, Response.class)
        .title("List notices")
        .description(
            """
            Lists who is told of what happens, and how that goes.
            Use when: a notice did not arrive.
            Required: nothing.
            Optional: nothing.
            Next: test_notice.
            Avoid: changing receivers here; they stand in config.yaml.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListNotices::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var items = orchestrator.notices().list().stream().map(Item::of).toList();
    return new Response(items, items.size());
  }
}
