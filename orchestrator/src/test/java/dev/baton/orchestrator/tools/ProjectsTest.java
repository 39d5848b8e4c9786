package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Projects: what lists show of them, and how they are renamed, archived and kept apart. */
class ProjectsTest {
  @TempDir private Path directory;
  @AutoClose private ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
  }

  @SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
  private ObjectNode call(String tool, String arguments, Object... values) {
    return bench.client().call(tool, arguments.formatted(values));
  }

  @SuppressWarnings("AnnotateFormatMethod") // why: the annotation is in no library that we have
  private ObjectNode fail(String tool, String arguments, Object... values) {
    return bench.client().fail(tool, arguments.formatted(values));
  }

  @Test
  void a_list_of_projects_shows_the_paths_of_their_repositories() throws Exception {
    var project = bench.project();
    var other = bench.makeRepository("other");
    call("add_repo", "{'project_id': '%s', 'path': '%s'}", project, other);

    var shown = call("list_projects", "{}").path("projects").path(0);

    assertThat(shown.path("repos").path(0).propertyNames())
        .containsExactly("repo_id", "repo_name", "path");
    assertThat(shown.path("repos").findValuesAsString("path"))
        .containsExactly(bench.repository().toRealPath().toString(), other.toRealPath().toString());
  }

  @Test
  void a_second_project_over_the_same_repository_is_refused_unless_it_is_wanted() {
    var first = bench.project();
    var repos = "'repos': [{'path': '%s'}]".formatted(bench.repository());

    var failure = fail("create_project", "{'name': 'Second', %s}", repos);

    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    assertThat(failure.path("message").asString()).contains("'Demo'", first, "as 'repo'");
    assertThat(failure.path("hint").asString()).contains(first, "allow_shared");
    assertThat(failure.path("details").toString()).contains("/repos/0/path");
    assertThat(call("list_projects", "{}").path("count").asInt()).isEqualTo(1);
    call("create_project", "{'name': 'Second', %s, 'allow_shared': true}", repos);
    var empty = call("create_project", "{'name': 'Third', 'repos': []}").path("project_id");
    assertThat(
            fail(
                    "add_repo",
                    "{'project_id': '%s', 'path': '%s'}",
                    empty.asString(),
                    bench.repository())
                .path("hint")
                .asString())
        .contains("allow_shared");
  }

  @Test
  void a_project_gets_another_name_and_keeps_everything_else() {
    var project = bench.project();
    var task = bench.task(project, "Stay");

    var renamed = call("rename_project", "{'project_id': '%s', 'name': 'Shop'}", project);

    assertThat(renamed.path("name").asString()).isEqualTo("Shop");
    var shown = call("list_projects", "{}").path("projects").path(0);
    assertThat(shown.path("name").asString()).isEqualTo("Shop");
    assertThat(shown.path("project_id").asString()).isEqualTo(project);
    assertThat(call("get_task", "{'task_id': '%s'}", task).path("project_id").asString())
        .isEqualTo(project);
    assertThat(
            fail("rename_project", "{'project_id': '%s', 'name': ' '}", project)
                .path("code")
                .asString())
        .isEqualTo("invalid_argument");
    assertThat(
            fail("rename_project", "{'project_id': '%s', 'name': 'x'}", ToolBench.MISSING)
                .path("code")
                .asString())
        .isEqualTo("not_found");
  }

  @Test
  void an_archived_project_is_left_out_and_comes_back() {
    var project = bench.project();
    var task = bench.task(project, "Stay");

    assertThat(
            call("archive_project", "{'project_id': '%s'}", project).path("archived").asBoolean())
        .isTrue();

    assertThat(call("list_projects", "{}").path("count").asInt()).isZero();
    assertThat(
            call("list_projects", "{'archived': true}")
                .path("projects")
                .path(0)
                .path("project_id")
                .asString())
        .isEqualTo(project);
    assertThat(call("get_task", "{'task_id': '%s'}", task).path("title").asString())
        .isEqualTo("Stay");
    var start =
        bench.client().fail("start_task_attempt", ToolBench.start(task, "say hello").toString());
    assertThat(start.path("message").asString()).contains("is archived, and nobody would see");
    assertThat(start.path("hint").asString()).contains("archive_project with archived false");
    assertThat(
            fail("create_project", "{'name': 'New', 'repos': [{'path': '%s'}]}", bench.repository())
                .path("message")
                .asString())
        .contains("in the archived project");
    call(
        "create_project",
        "{'name': 'New', 'repos': [{'path': '%s'}], 'allow_shared': true}",
        bench.repository());
    call("archive_project", "{'project_id': '%s', 'archived': false}", project);
    assertThat(call("list_projects", "{}").path("count").asInt()).isEqualTo(2);
  }
}
