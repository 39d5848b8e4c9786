package dev.baton.app.moving;

import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Issue;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.planning.Issues;
import dev.baton.orchestrator.transfer.Utf8Lines;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Where issues come from: a forge, asked through its own program, or lines of JSON. */
public final class IssueSource {
  /** A forge cannot be asked. */
  private static final FailureCode FORGE_UNAVAILABLE = new FailureCode("forge_unavailable", false);

  // why a number at all: gh lists 30 without one
  private static final int GITHUB_MOST = 1_000_000;
  private static final int GITLAB_PAGE = 100;
  private static final int MOST_LABELS = 20;

  /**
   * Which issues.
   *
   * @param repo OWNER/NAME; empty for the repository of the working directory
   * @param labels all of which they have
   */
  public record Selection(List<String> repo, List<String> labels) {
    public Selection {
      repo = List.copyOf(repo);
      labels = List.copyOf(labels);
    }

    private List<String> options() {
      var options = new ArrayList<String>();
      repo.forEach(name -> options.addAll(List.of("--repo", name)));
      labels.forEach(label -> options.addAll(List.of("--label", label)));
      return options;
    }
  }

  /**
   * Issues in the words of tasks.
   *
   * @param cut how many of them lost an end of their title or of a label, or labels
   */
  record Found(List<Issue> issues, long cut) {
    Found {
      issues = List.copyOf(issues);
    }

    private static Found of(List<Fitted> issues) {
      return new Found(
          issues.stream().map(Fitted::issue).toList(),
          issues.stream().filter(Fitted::isCut).count());
    }
  }

  private record Fitted(Issue issue, boolean isCut) {}

  private final Map<String, String> environment;

  public IssueSource(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** The open issues of a repository at GitHub. */
  Found github(Selection selection) throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of("issue", "list"));
    arguments.addAll(selection.options());
    arguments.addAll(
        List.of(
            "--state",
            "open",
            "--limit",
            String.valueOf(GITHUB_MOST),
            "--json",
            "number,title,body,url,labels"));
    return Found.of(issues("gh", run("gh", "gh auth login", arguments), "url", "body"));
  }

  /** The open issues of a project at GitLab, all pages. */
  Found gitlab(Selection selection) throws IOException, InterruptedException {
    var issues = new ArrayList<Fitted>();
    for (int page = 1; issues.size() == (page - 1) * GITLAB_PAGE; page++) {
      var arguments = new ArrayList<>(List.of("issue", "list"));
      arguments.addAll(selection.options());
      arguments.addAll(
          List.of(
              "--output", "json", "--per-page", String.valueOf(GITLAB_PAGE), "--page", "" + page));
      issues.addAll(
          issues("glab", run("glab", "glab auth login", arguments), "web_url", "description"));
    }
    return Found.of(issues);
  }

  private static List<Fitted> issues(String program, String text, String link, String body) {
    try {
      var answer = Json.MAPPER.readTree(text.isBlank() ? "[]" : text);
      if (!answer.isArray()) {
        throw notUnderstood(program, "no list of issues");
      }
      return answer
          .valueStream()
          .map(
              issue ->
                  issue(
                      issue.path(link).asString(""),
                      issue.path("title").asString(""),
                      issue.path(body).asString(""),
                      labels(issue)))
          .toList();
    } catch (JacksonException e) {
      throw notUnderstood(program, "no JSON");
    } catch (ToolFailure e) {
      throw notUnderstood(program, "no issue (%s)".formatted(e.getMessage()));
    }
  }

  private static CommandFailure notUnderstood(String program, String what) {
    return new CommandFailure(
        FORGE_UNAVAILABLE,
        "%s answered with something that is %s, and nothing was imported; update it, then repeat this."
            .formatted(program, what));
  }

  /** An issue in the words of a task, which says where it comes from. */
  private static Fitted issue(String link, String title, String body, List<String> labels) {
    var line = RequiredText.fitLine(title);
    var names = labels.stream().map(RequiredText::fitLabel).limit(MOST_LABELS).toList();
    var issue =
        Issues.checked(
            new Issue(
                link,
                line.isEmpty() ? "Without a title" : line,
                (body.replace("\r\n", "\n").strip() + "\n\nFrom " + link).strip(),
                names));
    return new Fitted(
        issue,
        !line.equals(RequiredText.oneLine(title))
            || !names.equals(labels.stream().map(RequiredText::oneLine).toList()));
  }

  private static List<String> labels(JsonNode issue) {
    return issue
        .path("labels")
        .valueStream()
        .map(label -> label.isString() ? label.stringValue() : label.path("name").asString(""))
        .filter(name -> !RequiredText.isBlank(name))
        .toList();
  }

  private static boolean areLabels(JsonNode labels) {
    return labels.isMissingNode()
        || labels.isNull()
        || (labels.isArray()
            && labels
                .valueStream()
                .allMatch(label -> label.isString() || label.path("name").isString()));
  }

  /** Lines of {@code {"title": …, "body": …, "url": …, "labels": […]}} that have these labels. */
  static Found lines(Utf8Lines lines, Selection selection) throws IOException {
    var issues = new ArrayList<Fitted>();
    var places = new HashMap<String, Long>();
    try {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        if (!line.get().isBlank()) {
          var fitted = issue(line.get(), lines.number());
          var link = fitted.issue().link();
          var earlier = Optional.ofNullable(places.put(link, lines.number()));
          if (earlier.isPresent()) {
            throw new CommandFailure(
                "Line %d has the url of line %d, '%s': leave one of them out. Nothing was imported."
                    .formatted(lines.number(), earlier.get(), link));
          }
          issues.add(fitted);
        }
      }
    } catch (CharacterCodingException e) {
      throw new CommandFailure(
          "Line %d is no text in UTF-8. Nothing was imported.".formatted(lines.number()), e);
    }
    issues.removeIf(fitted -> !fitted.issue().labels().containsAll(selection.labels()));
    return Found.of(issues);
  }

  private static Fitted issue(String line, long number) {
    try {
      if (Json.MAPPER.readTree(line) instanceof ObjectNode json
          && json.path("title").isString()
          && !RequiredText.isBlank(json.path("title").stringValue())
          && (json.path("url").isString() || json.has("id"))
          && areLabels(json.path("labels"))) {
        return issue(
            json.path("url").asString(json.path("id").asString("")),
            json.path("title").stringValue(),
            json.path("body").asString(json.path("description").asString("")),
            labels(json));
      }
    } catch (JacksonException e) {
      // why: said below, as of every other line that is not an issue
    } catch (ToolFailure e) {
      throw new CommandFailure(
          "Line %d makes no task: %s. Nothing was imported.".formatted(number, e.getMessage()), e);
    }
    throw new CommandFailure(
        "Line %d is no issue: write {\"title\": …, \"body\": …, \"url\": …, \"labels\": […]}, where title and url (or id) are needed and labels is a list of names. Nothing was imported."
            .formatted(number));
  }

  private String run(String program, String login, List<String> arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(find(program, login).toString());
    command.addAll(arguments);
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    var errors = Files.createTempFile("baton-issues", ".err");
    try {
      var process = builder.redirectError(errors.toFile()).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new CommandFailure(
            FORGE_UNAVAILABLE,
            "%s could not list the issues: %s. Log in with '%s', or name the repository with --repo OWNER/NAME."
                .formatted(program, Files.readString(errors).strip(), login));
      }
      return text;
    } finally {
      Files.delete(errors);
    }
  }

  private Path find(String program, String login) {
    return Stream.of(Optional.ofNullable(environment.get("PATH")).orElse("").split(":", -1))
        .filter(directory -> !directory.isBlank())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    FORGE_UNAVAILABLE,
                    "%s is not on the PATH, and it is what asks the forge: install it and log in with '%s', then repeat this."
                        .formatted(program, login)));
  }
}
