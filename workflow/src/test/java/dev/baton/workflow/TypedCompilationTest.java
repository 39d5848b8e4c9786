package dev.baton.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the compiler says to workflows whose data does not flow. */
class TypedCompilationTest {
  private static final String PROGRAM =
      """
      package sample;

      import static dev.baton.workflow.WorkflowDsl.constant;

      import dev.baton.workflow.*;
      import dev.baton.workflow.reference.*;
      import java.util.Optional;

      final class Program {
        record Deploy(String region, int replicas, Optional<String> note) {}
        record Deployed(String url, int pods) {}
        record Notify(String url, int pods) {}
        record Notified(String text) {}

        static final ToolHandle<Deploy, Deployed> DEPLOY = ToolHandle.named("deploy");
        static final ToolHandle<Notify, Notified> NOTIFY = ToolHandle.named("notify");

        static SequentialWorkflow define() {
          var flow = SequentialWorkflow.named("release");
          var region = flow.argument("region", String.class);
          var replicas = flow.argument("replicas", Integer.class);
          var note = flow.optionalArgument("note", String.class);
          var deployed = flow.call("deploy", DEPLOY)
              .arg(Deploy::region).from(region)
              .arg(Deploy::replicas).from(replicas)
              .arg(Deploy::note).from(note)
              .output();
          var notified = flow.call("notify", NOTIFY)
              .arg(Notify::url).from(deployed.field(Deployed::url))
              .arg(Notify::pods).from(constant(3))
              .output();
          return flow.build();
        }
      }
      """;

  @TempDir Path classes;

  @Test
  void the_program_compiles_as_it_stands() throws IOException {
    assertThat(errors(PROGRAM)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          unknown field of the input           | .arg(Deploy::region).from(region)                      | .arg(Deploy::regoin).from(region)                       | invalid.mref
          unknown field of the output          | .from(deployed.field(Deployed::url))                   | .from(deployed.field(Deployed::ulr))                    | invalid.mref
          String into int                      | .arg(Notify::pods).from(constant(3))                   | .arg(Notify::pods).from(deployed.field(Deployed::url))  | prob.found.req
          int into String                      | .arg(Notify::url).from(deployed.field(Deployed::url))  | .arg(Notify::url).from(deployed.field(Deployed::pods))  | prob.found.req
          constant of the wrong type           | .from(constant(3))                                     | .from(constant("3"))                                    | prob.found.req
          prompt argument of the wrong type    | .arg(Deploy::replicas).from(replicas)                  | .arg(Deploy::replicas).from(region)                     | prob.found.req
          output of a later step               | .arg(Deploy::region).from(region)                      | .arg(Deploy::region).from(notified.field(Notified::text)) | cant.resolve.location
          optional argument into a required one | .arg(Deploy::region).from(region)                     | .arg(Deploy::region).from(note)                         | prob.found.req
          source without a type                | .from(constant(3))                                     | .from(WorkflowDsl.promptArg("replicas"))                | prob.found.req
          """)
  void a_wrong_program_is_refused_where_it_is_wrong(
      String what, String right, String wrong, String code) throws IOException {
    assertThat(PROGRAM).containsOnlyOnce(right);
    var line = PROGRAM.substring(0, PROGRAM.indexOf(right)).lines().count();

    assertThat(errors(PROGRAM.replace(right, wrong)))
        .as(what)
        .isNotEmpty()
        .allSatisfy(error -> assertThat(error.getLineNumber()).isEqualTo(line))
        .anySatisfy(error -> assertThat(error.getCode()).contains(code));
  }

  @Test
  void a_tool_is_no_resource() throws IOException {
    var program =
        PROGRAM.replace(
            "flow.call(\"notify\", NOTIFY)", "flow.instructions(NOTIFY).call(\"notify\", NOTIFY)");

    assertThat(errors(program))
        .singleElement()
        .satisfies(error -> assertThat(error.getCode()).contains("cant.apply.symbol"));
  }

  private List<Diagnostic<? extends JavaFileObject>> errors(String program) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    try (var files = compiler.getStandardFileManager(diagnostics, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      var options = List.of("--release", "17", "-proc:none", "-Xlint:all,-classfile", "-Werror");
      var unused =
          compiler
              .getTask(null, files, diagnostics, options, null, List.of(new Source(program)))
              .call();
    }
    return diagnostics.getDiagnostics().stream()
        .filter(it -> it.getKind() == Diagnostic.Kind.ERROR)
        .toList();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String code;

    Source(String code) {
      super(URI.create("string:///sample/Program.java"), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }
}
