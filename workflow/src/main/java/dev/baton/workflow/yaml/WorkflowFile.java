package dev.baton.workflow.yaml;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ServerCatalog;
import dev.baton.workflow.WorkflowCheck;
import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workflow in its declarative form, and what is wrong with it. Reading never fails: whatever the
 * file is, the outcome is a workflow or problems with line numbers. Immutable, thread safe.
 *
 * {@snippet file="dev/baton/workflow/yaml/WorkflowFileExamplesTest.java" region="file"}
 */
public final class WorkflowFile {
  private final String name;
  private final byte[] content;
  private final Findings findings;
  private final Optional<SequentialWorkflow> draft;
  private final List<WorkflowProblem> problems;

  private WorkflowFile(
      String name, byte[] content, Findings findings, Optional<SequentialWorkflow> draft) {
    this.name = name;
    this.content = content;
    this.findings = findings;
    this.draft = draft;
    this.problems = findings.with(draft.map(WorkflowCheck::definition).orElse(List.of()));
  }

  /** Reads a file. One that cannot be read has that as its problem. */
  public static WorkflowFile read(Path file) {
    var name = String.valueOf(file.getFileName());
    try (var input = Files.newInputStream(file)) {
      return parse(name, input.readNBytes(YamlText.MOST_BYTES + 1));
    } catch (IOException e) {
      var findings = new Findings(name);
      findings.add(Kind.UNREADABLE_FILE, 1, unreadable(file), "a file that this user may read");
      return new WorkflowFile(name, new byte[0], findings, Optional.empty());
    }
  }

  private static String unreadable(Path file) {
    if (Files.isDirectory(file)) {
      return "a directory";
    }
    return Files.exists(file) ? "a file that cannot be read" : "a file that is not there";
  }

  /**
   * The same from a text.
   *
   * @param name what problems call the workflow as long as its own name is not known
   */
  public static WorkflowFile parse(String name, String text) {
    var findings = new Findings(name);
    return of(name, text.getBytes(StandardCharsets.UTF_8), text, findings);
  }

  private static WorkflowFile parse(String name, byte[] bytes) {
    var findings = new Findings(name);
    var text = new YamlText(findings).decode(bytes).orElse(null);
    return of(name, bytes, text, findings);
  }

  private static WorkflowFile of(
      String name, byte[] bytes, @Nullable String text, Findings findings) {
    var draft =
        Optional.ofNullable(text)
            .flatMap(new YamlText(findings)::compose)
            .flatMap(new WorkflowReader(findings)::read);
    return new WorkflowFile(name, bytes, findings, draft);
  }

  /** The name of the file. */
  public String name() {
    return name;
  }

  /** The workflow; empty if there are problems. */
  public Optional<SequentialWorkflow> workflow() {
    return problems.isEmpty() ? draft : Optional.empty();
  }

  /** What is wrong with the file in itself, each with its line, in the order of the file. */
  public List<WorkflowProblem> problems() {
    return problems;
  }

  /**
   * The same, and what does not fit the server.
   *
   * @param others the workflows that the server has already
   */
  public List<WorkflowProblem> problems(
      ServerCatalog catalog, Collection<SequentialWorkflow> others) {
    return problems(catalog, others, List.of());
  }

  /**
   * The same of a file among others that the server shall have with it.
   *
   * @param earlier those that keep their names; what is wrong with them otherwise does not matter
   * @param later those that it goes before
   */
  public List<WorkflowProblem> problemsAmong(
      ServerCatalog catalog, Collection<WorkflowFile> earlier, Collection<WorkflowFile> later) {
    return problems(catalog, drafts(earlier), drafts(later));
  }

  private static List<SequentialWorkflow> drafts(Collection<WorkflowFile> files) {
    return files.stream().flatMap(file -> file.draft.stream()).toList();
  }

  private List<WorkflowProblem> problems(
      ServerCatalog catalog,
      Collection<SequentialWorkflow> earlier,
      Collection<SequentialWorkflow> later) {
    var check = WorkflowCheck.against(catalog);
    return draft
        .map(
            workflow -> {
              var definition = WorkflowCheck.definition(workflow).stream();
              var server = check.problems(workflow, earlier, later).stream();
              return findings.with(Stream.concat(definition, server).toList());
            })
        .orElse(problems);
  }

  boolean hasContentOf(WorkflowFile other) {
    return Arrays.equals(content, other.content);
  }
}
