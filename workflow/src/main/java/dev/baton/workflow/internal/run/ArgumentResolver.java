package dev.baton.workflow.internal.run;

import dev.baton.internal.schema.RecordJson;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.ArgumentTemplates;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.prompt.ResourceSnapshot;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.FieldPath;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.TextTemplate;
import dev.baton.workflow.reference.ToolHandle;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Finds the values of a step's arguments. Used by one thread at a time. */
final class ArgumentResolver {
  private final SequentialWorkflow workflow;
  private final RunData data;
  private final ArgumentTemplates templates;
  private final ArgumentTemplates shown;
  private final Secrets secrets;
  private final WorkflowHost host;

  ArgumentResolver(
      SequentialWorkflow workflow,
      RunData data,
      ObjectNode arguments,
      Secrets secrets,
      WorkflowHost host) {
    this.workflow = workflow;
    this.data = data;
    this.templates = new ArgumentTemplates(arguments, data::outputIn);
    this.shown = new ArgumentTemplates(secrets.shown(arguments), this::shownOutput);
    this.secrets = secrets;
    this.host = host;
  }

  /** Fills templates for readers: without secrets, and with placeholders for what is to come. */
  ArgumentTemplates shown() {
    return shown;
  }

  private Optional<JsonNode> shownOutput(String variable) {
    return data.outputIn(variable)
        .map(secrets::hide)
        .or(() -> workflow.outputNamed(variable).map(this::reference).map(RunJson::text));
  }

  /** A resource's URI for readers; as it is written, if an output in it is to come. */
  String shownUri(ResourceHandle resource) {
    var uri = resource.uri().value();
    return resource.variables().stream().allMatch(name -> lacking(name).isEmpty())
        ? shown.uri(uri)
        : uri;
  }

  /** The output that a variable in a text names, if it is not there. */
  private Optional<DataSource.StepOutput> lacking(String variable) {
    return workflow.outputNamed(variable).filter(source -> data.outputIn(variable).isEmpty());
  }

  /** What is supplied goes before what the workflow maps. */
  StepArguments resolve(WorkflowStep step, ObjectNode supplied) throws InterruptedException {
    var arguments = new StepArguments();
    for (var entry : step.arguments().entrySet()) {
      var name = entry.getKey().value();
      var own = supplied.get(name);
      if (own != null && !isPlaceholder(own, name, entry.getValue())) {
        arguments.known(name, own);
      } else {
        entry.getValue().accept(new Resolution(step, name, arguments)).orThrow();
      }
    }
    supplied.forEachEntry(
        (name, value) -> {
          if (!isMapped(step, name) && !isText(value, valueFor(name))) {
            arguments.known(name, value);
          }
        });
    return arguments;
  }

  /**
   * The note that a source was looked at, with the cancellation of the run if that came meanwhile.
   */
  private record Looked(@Nullable InterruptedException cancelled) {
    static final Looked DONE = new Looked(null);

    void orThrow() throws InterruptedException {
      if (cancelled != null) {
        throw cancelled;
      }
    }
  }

  private final class Resolution implements DataSource.Visitor<Looked> {
    private final WorkflowStep step;
    private final String name;
    private final StepArguments arguments;

    Resolution(WorkflowStep step, String name, StepArguments arguments) {
      this.step = step;
      this.name = name;
      this.arguments = arguments;
    }

    @Override
    public Looked promptArgument(DataSource.PromptArgument source) {
      var value = data.argumentOf(step, source.name().value());
      value.ifPresent(known -> arguments.known(name, known));
      if (value.isEmpty() && isRequired(source.name().value())) {
        return gap("argument '%s' was not given".formatted(source.name()));
      }
      return Looked.DONE;
    }

    @Override
    public Looked stepOutput(DataSource.StepOutput source) {
      var output = data.output(source.binding());
      if (output.isEmpty()) {
        arguments.gap(notYet(source, reference(source)));
        return Looked.DONE;
      }
      if (source.field().isEmpty()) {
        arguments.known(name, output.get());
        return Looked.DONE;
      }
      return field(source.field().get(), source.binding(), output.get());
    }

    private Looked field(FieldPath path, BindingName binding, JsonNode output) {
      var found = FieldLookup.find(output, path);
      if (found.value().isPresent()) {
        arguments.known(name, found.value().get());
        return Looked.DONE;
      }
      return gap(
          "the output '%s' has no field '%s' (%s)".formatted(binding, path, found.explanation()));
    }

    /** Notes a gap if a text needs an output that is not there. */
    private boolean lacks(Set<String> variables, Supplier<String> placeholder) {
      var missing = variables.stream().flatMap(name -> lacking(name).stream()).findFirst();
      missing.ifPresent(
          source ->
              data.output(source.binding())
                  .ifPresentOrElse(
                      output -> stepOutput(source),
                      () -> arguments.gap(notYet(source, placeholder.get()))));
      return missing.isPresent();
    }

    @Override
    public Looked resourceContent(DataSource.ResourceContent source) {
      var uri = shownUri(source.resource());
      if (lacks(source.resource().variables(), () -> "<text of %s>".formatted(uri))) {
        return Looked.DONE;
      }
      try {
        var text =
            host.read(templates.uri(source.resource().uri().value())).map(ArgumentResolver::text);
        if (text.isEmpty()) {
          return gap("there is no resource %s".formatted(uri));
        }
        if (text.get().isEmpty()) {
          return gap("resource %s has no text".formatted(uri));
        }
        arguments.known(name, JsonNodeFactory.instance.stringNode(text.get()));
        return Looked.DONE;
      } catch (InterruptedException e) {
        return new Looked(e);
      } catch (IOException | RuntimeException e) {
        return gap("resource %s cannot be read: %s".formatted(uri, secrets.hide(Reason.of(e))));
      }
    }

    @Override
    public Looked constant(DataSource.Constant source) {
      if (lacks(TextTemplate.variablesIn(source.value()), () -> shownText(source.value()))) {
        return Looked.DONE;
      }
      templates.constant(source.value()).ifPresent(value -> arguments.known(name, value));
      return Looked.DONE;
    }

    @Override
    public Looked computed(DataSource.Computed source) {
      try {
        return value(source.function().apply(data));
      } catch (RuntimeException e) {
        return gap("its value cannot be computed: " + secrets.hide(Reason.of(e)));
      }
    }

    private Looked value(@Nullable Object value) {
      if (value == null) {
        return gap("its value cannot be computed: the function returned null");
      }
      if (value instanceof Optional<?> optional) {
        return optional.isPresent() ? value(optional.get()) : Looked.DONE;
      }
      arguments.known(name, value instanceof JsonNode json ? json : RecordJson.encode(value));
      return Looked.DONE;
    }

    @Override
    public Looked taskVariable(DataSource.TaskVariable source) {
      var value = data.variable(source.name());
      if (value.isEmpty()) {
        return gap("the run has no variable '%s'".formatted(source.name()));
      }
      arguments.known(name, value.get());
      return Looked.DONE;
    }

    private Looked gap(String reason) {
      arguments.gap(new StepArguments.Gap(name, reason, valueFor(name), Optional.empty()));
      return Looked.DONE;
    }

    private StepArguments.Gap notYet(DataSource.StepOutput source, String reference) {
      var output =
          source
              .field()
              .map(field -> "%s.%s".formatted(source.binding(), field))
              .orElse(source.binding().value());
      var producer =
          data.producer(source.binding())
              .map(
                  step ->
                      new StepArguments.Producer(
                          step.name(), output, step.tool().map(ToolHandle::name)));
      return new StepArguments.Gap(
          name, "the output '%s' is not there".formatted(output), reference, producer);
    }
  }

  private static boolean isMapped(WorkflowStep step, String argument) {
    return step.arguments().keySet().stream().anyMatch(name -> name.value().equals(argument));
  }

  /** If it was copied from a handoff, where it stands for a value that the run finds by itself. */
  private boolean isPlaceholder(JsonNode value, String name, DataSource source) {
    return isText(value, valueFor(name))
        || (source instanceof DataSource.StepOutput output && isText(value, reference(output)));
  }

  private static boolean isText(JsonNode value, String text) {
    return value.isString() && value.stringValue().equals(text);
  }

  private static String valueFor(String name) {
    return "<value for '%s'>".formatted(name);
  }

  private String shownText(JsonNode constant) {
    return ArgumentTemplates.text(shown.constant(constant).orElseGet(RunJson::none));
  }

  private boolean isRequired(String argument) {
    return workflow.arguments().stream()
        .anyMatch(declared -> declared.required() && declared.name().value().equals(argument));
  }

  private String reference(DataSource.StepOutput source) {
    var producer = data.producer(source.binding());
    var tool =
        producer.flatMap(WorkflowStep::tool).map(ToolHandle::name).orElse(source.binding().value());
    var maker =
        producer
            .filter(workflow::sharesTool)
            .map(step -> "%s of step '%s'".formatted(tool, step.name()))
            .orElse(tool);
    return source
        .field()
        .map(field -> "<field '%s' from %s>".formatted(field, maker))
        .orElse("<output from %s>".formatted(maker));
  }

  private static String text(List<ResourceSnapshot> contents) {
    return contents.stream()
        .filter(content -> !content.binary())
        .map(ResourceSnapshot::data)
        .collect(Collectors.joining("\n"));
  }
}
