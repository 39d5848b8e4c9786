package com.example.parcels;

import static dev.baton.workflow.WorkflowDsl.describedAs;
import static dev.baton.workflow.WorkflowDsl.guidance;

import dev.baton.mcp.tool.Description;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;

/** Parcels: what tools take and answer, what they do, and the workflow that joins them. */
final class Parcels {
  record QuoteRequest(
      @Description("Where it goes, such as NO") String country,
      @Description("What it weighs") int grams) {}

  record Quote(
      @Description("The quote, for book_parcel") String id,
      @Description("The price in cents") int cents) {}

  record BookRequest(@Description("The quote, from quote_parcel") String quoteId) {}

  record Booking(@Description("What to print on the parcel") String label) {}

  static final ToolHandle<QuoteRequest, Quote> QUOTE = ToolHandle.named("quote_parcel");
  static final ToolHandle<BookRequest, Booking> BOOK = ToolHandle.named("book_parcel");

  private Parcels() {}

  static Quote quote(QuoteRequest request) {
    var cents = 500 + request.grams() / 10;
    return new Quote("%s-%d".formatted(request.country(), cents), cents);
  }

  static Booking book(BookRequest request) {
    return new Booking("LABEL-" + request.quoteId());
  }

  /** Asks for a price and then to book; the compiler checks what flows from step to step. */
  static SequentialWorkflow sendParcel() {
    var flow = SequentialWorkflow.named("send-parcel").describedAs("send a parcel").durable();
    var country = flow.argument("country", String.class, describedAs("Where it goes"));
    var grams = flow.argument("grams", Integer.class, describedAs("What it weighs"));

    var quote =
        flow.call("quote", QUOTE)
            .arg(QuoteRequest::country)
            .from(country)
            .arg(QuoteRequest::grams)
            .from(grams)
            .output();
    flow.call("book", BOOK)
        .arg(BookRequest::quoteId)
        .from(quote.field(Quote::id))
        .with(guidance("Book only if the user agrees to the price."));
    return flow.build();
  }
}
