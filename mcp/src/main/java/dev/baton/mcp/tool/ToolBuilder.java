package dev.baton.mcp.tool;

import dev.baton.internal.schema.SchemaCheck;
import dev.baton.mcp.request.RequestContext;
import dev.baton.task.TaskOwner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * Collects the parts of a {@link Tool}: a description, which it must have, and what differs from
 * the defaults. The last call is {@link #handler}. Not thread safe.
 */
public final class ToolBuilder<I, O> {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

  // why no others: Claude Code drops a tool with oneOf, anyOf or allOf at the root
  private static final Set<String> RULE_KEYWORDS =
      Set.of("if", "then", "else", "not", "dependentSchemas", "dependentRequired");

  final String name;
  final Class<I> in;
  final ObjectNode inputSchema;
  final boolean answersRecord;
  Optional<ObjectNode> outputSchema = Optional.empty();
  Optional<String> title = Optional.empty();
  String description = "";
  ToolAnnotations annotations = ToolAnnotations.NONE;
  TaskSupport taskSupport = TaskSupport.ON_REQUEST;
  boolean restartable;
  boolean plainText;
  Optional<Consumer<RequestContext>> beforeTask = Optional.empty();
  BiFunction<ObjectNode, RequestContext, ObjectNode> completion = (arguments, _) -> arguments;
  Predicate<TaskOwner> callers = _ -> true;
  final List<Consumer<ObjectNode>> rules = new ArrayList<>();

  private final List<String> problems;

  private ToolBuilder(
      String name,
      Class<I> in,
      ObjectNode inputSchema,
      boolean answersRecord,
      List<String> problems) {
    this.name = name;
    this.in = in;
    this.inputSchema = inputSchema;
    this.answersRecord = answersRecord;
    this.problems = problems;
  }

  static <I, O> ToolBuilder<I, O> typed(String name, Class<I> in, Class<O> out) {
    var problems = new ArrayList<String>();
    var answersRecord = out != ToolResult.class;
    var inputSchema = RecordSchema.input(in, problems);
    var builder = new ToolBuilder<I, O>(name, in, inputSchema, answersRecord, problems);
    if (answersRecord) {
      builder.outputSchema = Optional.of(OutputSchema.of(out, problems));
    }
    return builder;
  }

  static ToolBuilder<ObjectNode, ToolResult> withSchema(String name, ObjectNode inputSchema) {
    var problems = checkWritten("input schema", inputSchema);
    return new ToolBuilder<>(name, ObjectNode.class, inputSchema.deepCopy(), false, problems);
  }

  /** The name that people see. */
  public ToolBuilder<I, O> title(String title) {
    this.title = Optional.of(title);
    return this;
  }

  /** What the tool does and when to use it; the model chooses by it. */
  public ToolBuilder<I, O> description(String description) {
    this.description = description;
    return this;
  }

  /** The schema of the structured content, written by hand; answers are checked against it. */
  public ToolBuilder<I, O> outputSchema(ObjectNode schema) {
    if (answersRecord) {
      problems.add("output schema: is made from the record already");
      return this;
    }
    problems.addAll(checkWritten("output schema", schema));
    outputSchema = Optional.of(schema.deepCopy());
    return this;
  }

  /**
   * A rule between fields of the input, which a record cannot say.
   *
   * @param keywords the rule for clients, at the root of the input schema: {@code if}, {@code
   *     then}, {@code else}, {@code not}, {@code dependentSchemas}, {@code dependentRequired}
   * @param check throws a {@link ToolFailure} if arguments break the rule; it sees them before the
   *     schema does, because a failure with a code of its own says more
   */
  public ToolBuilder<I, O> rule(ObjectNode keywords, Consumer<ObjectNode> check) {
    keywords.forEachEntry(
        (keyword, value) -> {
          if (!RULE_KEYWORDS.contains(keyword)) {
            problems.add("rule: '%s' cannot stand at the root of a rule".formatted(keyword));
          } else if (inputSchema.has(keyword)) {
            problems.add("rule: there is a rule with '%s' already".formatted(keyword));
          } else {
            inputSchema.set(keyword, value.deepCopy());
          }
        });
    rules.add(check);
    return this;
  }

  /**
   * A field for an id that takes other names of the thing too, so that its schema asks for no form;
   * {@link #completing} makes ids of them.
   */
  public ToolBuilder<I, O> naming(String field) {
    if (inputSchema.path("properties").path(field) instanceof ObjectNode property) {
      property.remove("format");
    } else {
      problems.add("naming: there is no field '%s'".formatted(field));
    }
    return this;
  }

  /**
   * No text of the input may hold NUL or half a character, which neither databases nor the
   * arguments of programs can take.
   */
  public ToolBuilder<I, O> plainText() {
    this.plainText = true;
    return this;
  }

  /** Only these callers know the tool; to others it does not exist. */
  public ToolBuilder<I, O> visibleTo(Predicate<TaskOwner> callers) {
    this.callers = callers;
    return this;
  }

  /** The tool changes nothing. */
  public ToolBuilder<I, O> readOnly() {
    return annotations(annotations.readOnly());
  }

  /** The tool may undo or delete what exists. */
  public ToolBuilder<I, O> destructive() {
    return annotations(annotations.destructive());
  }

  /** A second call with the same arguments changes nothing more. */
  public ToolBuilder<I, O> idempotent() {
    return annotations(annotations.idempotent());
  }

  /** Whether the tool reaches out to what the server does not own, such as the web. */
  public ToolBuilder<I, O> openWorld(boolean openWorld) {
    return annotations(annotations.openWorld(openWorld));
  }

  /** Replaces all four hints. */
  public ToolBuilder<I, O> annotations(ToolAnnotations annotations) {
    this.annotations = annotations;
    return this;
  }

  public ToolBuilder<I, O> taskSupport(TaskSupport taskSupport) {
    this.taskSupport = taskSupport;
    return this;
  }

  /** A task of this tool may run again from its start after the server died. */
  public ToolBuilder<I, O> restartable() {
    this.restartable = true;
    return this;
  }

  /** What runs before a call becomes a task, such as questions to the client. */
  public ToolBuilder<I, O> beforeTask(Consumer<RequestContext> step) {
    this.beforeTask = Optional.of(step);
    return this;
  }

  /** Adds to what a client sent before it is checked, such as what its user is asked for. */
  public ToolBuilder<I, O> completing(
      BiFunction<ObjectNode, RequestContext, ObjectNode> arguments) {
    this.completion = arguments;
    return this;
  }

  /**
   * Makes the tool.
   *
   * @throws IllegalArgumentException with every problem that the tool has
   */
  public Tool<I, O> handler(ToolHandler<I, O> handler) {
    var all = new ArrayList<String>();
    if (!NAME.matcher(name).matches()) {
      all.add("name: must match " + NAME);
    }
    if (description.isBlank()) {
      all.add("description: missing; say what the tool does and when to use it");
    }
    all.addAll(problems);
    var headers = HeaderParameters.find(inputSchema, all);
    if (!all.isEmpty()) {
      throw new IllegalArgumentException(
          "Tool '%s' cannot be built:\n- %s".formatted(name, String.join("\n- ", all)));
    }
    return new Tool<>(this, handler, headers);
  }

  // why: only what was written by hand is checked. Made schemas are right, and checking them would
  // load the validator when the server starts instead of at the first call
  private static List<String> checkWritten(String what, ObjectNode schema) {
    var problems = new ArrayList<String>();
    if (!schema.path("type").asString("").equals("object")) {
      problems.add(what + ": the root must have \"type\": \"object\"");
    }
    new SchemaCheck(schema).defects().forEach(defect -> problems.add(what + ": " + defect));
    return problems;
  }
}
