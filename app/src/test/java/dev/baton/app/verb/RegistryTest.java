package dev.baton.app.verb;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.verb.view.Terminal;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Tools, verbs and endpoints are the same operations with the same fields. */
class RegistryTest {
  /** Options of the command line that are no fields of an operation. */
  private static final Set<String> BESIDES =
      Set.of(
          "--json",
          "--help",
          "--version",
          "-h",
          "-V",
          "--wait",
          "--no-wait",
          "--follow",
          "--data-dir");

  /** What stands for the options that all verbs have. */
  private static final class Common {
    @Option(names = "--data-dir", scope = ScopeType.INHERIT, description = "A directory.")
    String directory = "";

    @Override
    public String toString() {
      return directory;
    }
  }

  private static final CommandLine ROOT = root();

  private static CommandLine root() {
    var root = new CommandLine(CommandSpec.create().name("baton"));
    Verbs.addTo(
        root,
        (path, _) -> {
          throw new IllegalStateException(
              "No server is needed for this, and " + path + " was called");
        },
        new Common(),
        Terminal.none());
    return root;
  }

  static List<Operation> operations() {
    return Operations.described();
  }

  private static CommandSpec verb(Operation operation) {
    var place = ROOT;
    for (var word : operation.verb()) {
      assertThat(place.getSubcommands()).as(operation.name()).containsKey(word);
      place = requireNonNull(place.getSubcommands().get(word));
    }
    return place.getCommandSpec();
  }

  private static Set<String> fields(Tool<?, ?> tool) {
    return new TreeSet<>(tool.inputSchema().path("properties").propertyNames());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void every_option_is_a_field_of_the_tool_and_every_field_is_an_option(Operation operation) {
    var options = new TreeSet<String>();
    for (var option : verb(operation).options()) {
      if (Set.of(option.names()).stream().noneMatch(BESIDES::contains)) {
        options.add(option.longestName().substring(2).replace('-', '_'));
      }
    }

    assertThat(options).isEqualTo(fields(operation.operatorTool()));
    assertThat(options).containsAll(fields(operation.tool()));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void every_argument_is_a_field_of_the_tool_and_can_be_named_too(Operation operation) {
    var verb = verb(operation);
    var labels = verb.options().stream().map(ArgSpec::paramLabel).toList();

    assertThat(verb.positionalParameters()).extracting(ArgSpec::paramLabel).isSubsetOf(labels);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void every_option_says_what_the_field_is_for(Operation operation) {
    assertThat(verb(operation).options())
        .allSatisfy(option -> assertThat(String.join("", option.description())).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void every_operation_has_the_endpoint_of_its_name(Operation operation) {
    assertThat(operation.endpoints().getFirst().path()).isEqualTo("/api/" + operation.name());
  }

  @Test
  void every_style_belongs_to_an_operation() {
    assertThat(Styles.names()).isSubsetOf(operations().stream().map(Operation::name).toList());
  }

  @Test
  void every_verb_belongs_to_an_operation() {
    var known = new ArrayList<>(operations().stream().map(Operation::verb).toList());
    known.add(List.of("help"));
    known.add(List.of("completion"));

    assertThat(leaves(ROOT, List.of())).containsExactlyInAnyOrderElementsOf(known);
  }

  private static List<List<String>> leaves(CommandLine place, List<String> words) {
    if (place.getSubcommands().isEmpty()) {
      return List.of(words);
    }
    return place.getSubcommands().entrySet().stream()
        .flatMap(
            entry ->
                leaves(
                    entry.getValue(),
                    Stream.concat(words.stream(), Stream.of(entry.getKey())).toList())
                    .stream())
        .toList();
  }
}
