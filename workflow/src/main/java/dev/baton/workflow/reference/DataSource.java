package dev.baton.workflow.reference;

import dev.baton.workflow.internal.NameRule;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Where the value of a step's argument comes from. Immutable, thread safe. */
public sealed interface DataSource {
  /** The visitor's answer for the kind of source this is. */
  <T> T accept(Visitor<T> visitor);

  /** One method for each kind of source, so that a forgotten kind breaks the build. */
  interface Visitor<T> {
    T promptArgument(PromptArgument source);

    T stepOutput(StepOutput source);

    T resourceContent(ResourceContent source);

    T constant(Constant source);

    T computed(Computed source);

    T taskVariable(TaskVariable source);
  }

  /** An argument of the prompt. */
  record PromptArgument(ArgName name) implements DataSource {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.promptArgument(this);
    }
  }

  /** The output of an earlier step, or a field of it. */
  record StepOutput(BindingName binding, Optional<FieldPath> field) implements DataSource {
    /** Such as {@code status.state}. */
    public String shown() {
      return field.map(path -> "%s.%s".formatted(binding, path)).orElse(binding.value());
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.stepOutput(this);
    }
  }

  /** The text of a resource. */
  record ResourceContent(ResourceHandle resource) implements DataSource {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.resourceContent(this);
    }
  }

  /** The same value in every run; the strings in it are {@linkplain TextTemplate templates}. */
  record Constant(JsonNode value) implements DataSource {
    public Constant {
      value = value.deepCopy();
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.constant(this);
    }
  }

  /** What a function makes of the run so far; its result is turned into JSON. */
  record Computed(Function<RunView, ?> function) implements DataSource {
    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.computed(this);
    }
  }

  /** A variable of the run's durable task. */
  record TaskVariable(String name) implements DataSource {
    public TaskVariable {
      name = NameRule.check("variable name", name);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.taskVariable(this);
    }
  }
}
