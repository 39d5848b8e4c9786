package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolBuilder;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.FollowUp.FollowUpStarted;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.followup.FollowUp.QueueCancelled;
import dev.baton.orchestrator.followup.Images;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class FollowUpTool {
  private static final String NAME = "follow_up";

  enum Action {
    SEND,
    QUEUE,
    CANCEL
  }

  enum Status {
    STARTED,
    QUEUED,
    EMPTY
  }

  record Request(
      @Description("send: now; queue: when the agent is done; cancel: drop what is queued")
          Action action,
      @Description("For its newest session; this or session_id") Optional<UUID> attemptId,
      @Description("Session, newest or not; this or attempt_id") Optional<UUID> sessionId,
      @Description("What to tell the agent, at most 1000000 characters") Optional<String> prompt,
      @Description(FieldText.VARIANT_OF_MESSAGE) Optional<String> variant,
      @Description(FieldText.MODEL) Optional<String> model,
      @Description(FieldText.EFFORT) Optional<String> effort,
      @Description(FieldText.REQUEST_ID + ". For send and queue") Optional<String> requestId,
      @Description(
              "Message that waits: cancel drops it alone; send, without prompt, stops the turn"
                  + " and sends it")
          Optional<UUID> queuedId,
      @Description(FieldText.IMAGES_OF_MESSAGE) Optional<List<String>> images,
      @Description("With queue: true adds what reviewers said")
          Optional<Boolean> reviewerComments) {
    FollowUpTarget target() {
      return new FollowUpTarget(attemptId, sessionId);
    }

    FollowUp toFollowUp(boolean overBudget, Images store, RequestContext context) {
      var shown = ImageField.ShownImages.read(images.orElse(List.of()), NAME, store, context);
      return new FollowUp(
          target(),
          prompt.orElseThrow(FollowUpTool::noPrompt),
          variant,
          new ModelChoice(model, effort),
          shown.kept(),
          shown.files(),
          overBudget);
    }
  }

  /** What people may say besides. */
  record RequestOfPeople(
      @Inline Request message, @Description(FieldText.FORCE) Optional<Boolean> force)
      implements Forced<Request> {}

  record Response(
      @Description(FieldText.ID_OF_SESSION) UUID sessionId,
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("The process, or null") Optional<UUID> executionProcessId,
      @Description("started: works on it; queued: waits; empty: nothing waits") Status status,
      @OmitWhenEmpty @Description("What waits, for queue") Optional<Queue> queue,
      @OmitWhenEmpty @Description("Messages dropped, for cancel") Optional<Integer> cancelled) {
    static Response of(FollowUpStarted started) {
      return new Response(
          started.sessionId(),
          started.attemptId(),
          Optional.of(started.executionProcessId()),
          Status.STARTED,
          Optional.empty(),
          Optional.empty());
    }

    static Response of(FollowUpQueued queued) {
      var isStarted = queued.executionProcessId().isPresent() && queued.queue().isEmpty();
      return new Response(
          queued.sessionId(),
          queued.attemptId(),
          queued.executionProcessId(),
          isStarted ? Status.STARTED : Status.QUEUED,
          Optional.of(Queue.of(queued.queue())),
          Optional.empty());
    }

    /** The answer about a message that was sent at once, whatever still waits behind it. */
    static Response sent(FollowUpQueued sent) {
      var isStarted = sent.executionProcessId().isPresent();
      return new Response(
          sent.sessionId(),
          sent.attemptId(),
          sent.executionProcessId(),
          isStarted ? Status.STARTED : Status.QUEUED,
          isStarted ? Optional.empty() : Optional.of(Queue.of(sent.queue())),
          Optional.empty());
    }

    static Response of(QueueCancelled cancelled) {
      var isEmpty = cancelled.queue().isEmpty();
      return new Response(
          cancelled.sessionId(),
          cancelled.attemptId(),
          Optional.empty(),
          isEmpty ? Status.EMPTY : Status.QUEUED,
          isEmpty ? Optional.empty() : Optional.of(Queue.of(cancelled.queue())),
          Optional.of(cancelled.cancelled()));
    }
  }

  record Queue(
      @Description("How many wait") int length,
      @Description("First in line first") List<Message> messages) {
    static Queue of(List<FollowUpQueued.QueuedMessage> queue) {
      return new Queue(queue.size(), queue.stream().map(Message::of).toList());
    }
  }

  record Message(
      @Description("The message") UUID queuedId,
      @Description("How its prompt begins") String promptPreview,
      @Description("Since when") Instant queuedAt) {
    static Message of(FollowUpQueued.QueuedMessage message) {
      return new Message(message.queuedId(), message.promptPreview(), message.queuedAt());
    }
  }

  private static final ObjectNode ONE_TARGET_AND_A_PROMPT =
      Json.parseObject(
          """
          {"not": {"required": ["attempt_id", "session_id"]},
           "if": {"properties": {"action": {"enum": ["send", "queue"]}}, "required": ["action"],
                  "not": {"anyOf": [{"required": ["queued_id"]},
                                    {"required": ["reviewer_comments"]}]}},
           "then": {"required": ["prompt"],
                    "anyOf": [{"required": ["attempt_id"]}, {"required": ["session_id"]}]},
           "else": {"anyOf": [{"required": ["attempt_id"]}, {"required": ["session_id"]}]},
           "dependentSchemas": {"prompt": {"not": {"required": ["queued_id"]}}}}\
          """);

  /** How a new message is given, beside its words. */
  private static final List<String> CHOICES = List.of("images", "variant", "model", "effort");

  private FollowUpTool() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, Request.class, Response.class))
        .handler(Forced.never(orchestrator, FollowUpTool::handle));
  }

  /** The same for people, who may pass a budget. */
  static Tool<RequestOfPeople, Response> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return described(BatonTool.named(NAME, RequestOfPeople.class, Response.class))
        .handler(Forced.handler(orchestrator, FollowUpTool::handle));
  }

  private static <I> ToolBuilder<I, Response> described(ToolBuilder<I, Response> tool) {
    return tool.title("Follow up")
        .description(
            """
            Tells an agent more, in the workspace and conversation that it has.
            Use when: an attempt needs corrections, answers or further work.
            Required: action, exactly one of attempt_id and session_id; prompt for send and queue.
            Optional: variant (NO_CONTEXT begins a new conversation), model, effort, request_id,
            queued_id, images, reviewer_comments.
            Next: get_attempt_status with wait_ms.
            Avoid: send while the agent runs (attempt_busy); queue then. A held queue goes on with
            the next queue.\
            """)
        .annotations(Hints.TALKS_TO_AGENT)
        .rule(ONE_TARGET_AND_A_PROMPT, FollowUpTool::checkFields);
  }

  private static void checkFields(ObjectNode arguments) {
    Rules.requireOneTarget(arguments);
    var action = arguments.path("action").asString("");
    if (arguments.path("reviewer_comments").asBoolean(false)) {
      if (!action.equals("queue")) {
        throw ToolFailure.invalid(
            "/reviewer_comments",
            "What reviewers said is queued, so that it waits for an agent that runs",
            "Repeat follow_up with action queue");
      }
      refuse(arguments, CHOICES, "cannot be chosen for what reviewers said");
    }
    switch (action) {
      case "queue" ->
          refuse(arguments, List.of("queued_id"), "waits in the queue already; send sends it");
      case "cancel" -> {
        refuse(arguments, List.of("prompt"), "says nothing about messages that are dropped");
        refuse(arguments, CHOICES, "says nothing about messages that are dropped");
        refuse(arguments, List.of("request_id"), "is for send and queue");
      }
      case "send" -> {
        if (arguments.has("queued_id")) {
          refuse(arguments, List.of("prompt"), "cannot be changed for a message that is queued");
          refuse(arguments, CHOICES, "cannot be changed for a message that is queued");
        }
      }
      default -> {
        // why: the schema refuses other actions, and names those that there are
      }
    }
  }

  /** What has no meaning is refused: a message must not be lost without a word. */
  private static void refuse(ObjectNode arguments, List<String> fields, String because) {
    fields.stream()
        .filter(arguments::has)
        .findFirst()
        .ifPresent(
            field -> {
              throw ToolFailure.invalid(
                  "/" + field,
                  "%s %s".formatted(field, because),
                  "Repeat follow_up without " + field);
            });
  }

  private static Response handle(
      Orchestrator orchestrator, Request request, boolean force, RequestContext context) {
    var followUps = orchestrator.followUps();
    var caller = new Caller(context.owner(), request.requestId());
    return switch (request.action()) {
      case SEND ->
          request
              .queuedId()
              .map(
                  id ->
                      force
                          ? followUps.sendQueuedOverBudget(caller, request.target(), id)
                          : followUps.sendQueued(caller, request.target(), id))
              .map(Response::sent)
              .orElseGet(
                  () ->
                      Response.of(
                          followUps.send(
                              caller, request.toFollowUp(force, orchestrator.images(), context))));
      case QUEUE ->
          Response.of(
              request.reviewerComments().orElse(false)
                  ? sendReviewers(orchestrator, request, caller)
                  : followUps.queue(
                      caller, request.toFollowUp(force, orchestrator.images(), context)));
      case CANCEL ->
          Response.of(
              request
                  .queuedId()
                  .map(id -> followUps.cancel(request.target(), id))
                  .orElseGet(() -> followUps.cancel(request.target())));
    };
  }

  /** What reviewers said becomes one message, with the prompt before it. */
  private static FollowUpQueued sendReviewers(
      Orchestrator orchestrator, Request request, Caller caller) {
    var attemptId =
        request
            .attemptId()
            .orElseThrow(
                () ->
                    ToolFailure.invalid(
                        "/session_id",
                        "Pull requests belong to an attempt and not to one of its sessions",
                        "Repeat follow_up with attempt_id instead of session_id"));
    return orchestrator
        .comments()
        .sendReviewers(caller, NAME, attemptId, request.prompt().orElse(""));
  }

  private static ToolFailure noPrompt() {
    return ToolFailure.invalid(
        "/prompt", "prompt is missing", "Repeat follow_up with what to tell the agent in prompt");
  }
}
