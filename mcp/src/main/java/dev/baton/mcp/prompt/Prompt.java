package dev.baton.mcp.prompt;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.workflow.prompt.PromptMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt: a name, arguments, and a function that returns messages. Immutable.
 *
 * <pre>{@code
 * Prompt.named("greeting", "Greets somebody")
 *     .argument(PromptArgument.required("name", "Who is greeted"))
 *     .messages((arguments, context) -> List.of(PromptMessage.user("Greet " + arguments.get("name"))));
 * }</pre>
 *
 * @param refusal there if the handler looks for missing and unknown arguments, and not the server
 */
public record Prompt(
    String name,
    Optional<String> title,
    String description,
    List<PromptArgument> arguments,
    Optional<Refusal> refusal,
    Handler handler) {

  /** Makes the whole result, with a description of its own if it likes. */
  @FunctionalInterface
  public interface Handler {
    PromptResult handle(Map<String, String> arguments, RequestContext context) throws Exception;
  }

  /** Says all that is wrong with arguments of which one is no text, and so never handled. */
  @FunctionalInterface
  public interface Refusal {
    RpcException of(ObjectNode arguments);
  }

  /** Makes the messages alone. */
  @FunctionalInterface
  public interface Messages {
    List<PromptMessage> messages(Map<String, String> arguments, RequestContext context)
        throws Exception;
  }

  public Prompt {
    arguments = List.copyOf(arguments);
    if (name.isBlank() || description.isBlank()) {
      throw new IllegalArgumentException(
          "A prompt needs a name and a description, got '%s' and '%s'"
              .formatted(name, description));
    }
    if (arguments.stream().map(PromptArgument::name).distinct().count() < arguments.size()) {
      throw new IllegalArgumentException(
          "Prompt '%s' has two arguments of the same name".formatted(name));
    }
  }

  public static Builder named(String name, String description) {
    return new Builder(name, description);
  }

  public Optional<PromptArgument> findArgument(String argument) {
    return arguments.stream().filter(known -> known.name().equals(argument)).findFirst();
  }

  public ObjectNode describe() {
    var json = Json.object().put("name", name);
    title.ifPresent(text -> json.put("title", text));
    json.put("description", description);
    var list = json.putArray("arguments");
    arguments.forEach(argument -> list.add(argument.describe()));
    return json;
  }

  /** Collects the parts of a prompt. Not thread safe. */
  public static final class Builder {
    private final String name;
    private final String description;
    private final List<PromptArgument> arguments = new ArrayList<>();
    private Optional<String> title = Optional.empty();
    private Optional<Refusal> refusal = Optional.empty();

    private Builder(String name, String description) {
      this.name = name;
      this.description = description;
    }

    public Builder withTitle(String text) {
      title = Optional.of(text);
      return this;
    }

    /** Leaves it to the handler to look for missing and unknown arguments. */
    public Builder checkingItself(Refusal ofOtherThanText) {
      refusal = Optional.of(ofOtherThanText);
      return this;
    }

    public Builder argument(PromptArgument argument) {
      arguments.add(argument);
      return this;
    }

    /** Finishes the prompt with the function that makes its messages. */
    public Prompt messages(Messages messages) {
      return handler((values, context) -> PromptResult.of(messages.messages(values, context)));
    }

    /** Finishes the prompt with the function that makes its whole result. */
    public Prompt handler(Handler handler) {
      return new Prompt(name, title, description, arguments, refusal, handler);
    }
  }
}
