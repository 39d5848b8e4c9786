package dev.baton.app.web.board;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue.Listing;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Helps a newcomer to begin: a repository of this machine becomes a project. */
public final class BeginPage {
  /** What the page shows; what was typed comes back with what is wrong with it. */
  record BeginView(
      String path,
      Optional<String> problem,
      Optional<Taken> taken,
      String gitVersion,
      List<AgentView> agents) {
    List<AgentView> ready() {
      return agents.stream().filter(AgentView::isAvailable).toList();
    }

    List<AgentView> missing() {
      return agents.stream().filter(agent -> !agent.isAvailable()).toList();
    }

    String missingNames() {
      return missing().stream().map(AgentView::name).collect(Collectors.joining(", "));
    }
  }

  /** Where the project is that has the repository already. */
  record Taken(String address, String words) {
    static Taken of(Project project) {
      return project.archivedAt().isPresent()
          ? new Taken("/archive", "Put it back from the archive")
          : new Taken("/projects/" + project.id(), "Go to " + VisibleText.line(project.name()));
    }
  }

  /** An agent, and whether it can work here. */
  record AgentView(String name, boolean isAvailable, String words) {
    static AgentView of(Listing listing) {
      var name = AgentNames.of(listing.executor());
      return switch (listing.availability()) {
        case Availability.Available available ->
            new AgentView(name, true, available.version().orElse("installed"));
        case Availability.Unavailable unavailable ->
            new AgentView(name, false, unavailable.reason());
      };
    }
  }

  private final Orchestrator orchestrator;
  private final Frames frames;

  public BeginPage(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, "", Optional.empty(), Optional.empty());
  }

  private Route.Response refused(Visit visit, String path, String problem) {
    return show(visit, 422, path, Optional.of(problem), Optional.empty());
  }

  private Route.Response show(
      Visit visit, int status, String path, Optional<String> problem, Optional<Taken> taken) {
    var frame = frames.frame(visit, Frame.Place.BOARD, "Add a repository");
    var agents =
        orchestrator.nodes().listExecutors().stream()
            .map(offer -> AgentView.of(offer.listing()))
            .toList();
    var view = new BeginView(path, problem, taken, orchestrator.projects().gitVersion(), agents);
    return Html.page(status, out -> JtebeginGenerated.render(out, Html.PLAIN, frame, view));
  }

  /** Says what is at a path while somebody types it. */
  public Route.Response look(Visit visit) {
    var typed = visit.form().text("path").strip();
    try {
      var path = path(typed);
      var found = orchestrator.projects().inspect(path);
      return looked(
          "Git repository, branch %s. The project gets the name %s."
              .formatted(
                  VisibleText.line(found.defaultBranch()), VisibleText.line(name(path, typed))),
          true);
    } catch (ToolFailure failure) {
      return looked(Sentences.whole(VisibleText.line(String.valueOf(failure.getMessage()))), false);
    } catch (InvalidPathException e) {
      return looked("This is no path.", false);
    }
  }

  private static Route.Response looked(String sentence, boolean fits) {
    return Route.Response.json(200, Json.object().put("said", sentence).put("fits", fits));
  }

  private static String name(Path path, String typed) {
    return Optional.ofNullable(path.getFileName()).map(Path::toString).orElse(typed);
  }

  public Route.Response add(Visit visit) {
    var typed = visit.form().text("path").strip();
    if (typed.isEmpty()) {
      return refused(visit, typed, "Write where the repository is on this machine.");
    }
    try {
      var path = path(typed);
      var made =
          orchestrator
              .projects()
              .create(
                  new NewProject(
                      name(path, typed),
                      List.of(new NewRepo(path, Optional.empty(), visit.form().has("shared")))));
      return Route.Response.seeOther("/projects/" + made.project().id());
    } catch (ToolFailure failure) {
      return refused(visit, typed, failure);
    } catch (InvalidPathException e) {
      return refused(visit, typed, "'%s' is no path: %s.".formatted(typed, e.getReason()));
    }
  }

  private Route.Response refused(Visit visit, String typed, ToolFailure failure) {
    var taken =
        Optional.ofNullable(failure.details().get("project_id"))
            .flatMap(id -> Visit.id(id.toString()))
            .flatMap(orchestrator.projects()::find)
            .map(it -> Taken.of(it.project()));
    var sentence =
        taken.isPresent()
            ? Sentences.of(failure, "Go on there, or make a second project over it")
            : sentence(failure);
    return show(visit, 422, typed, Optional.of(sentence), taken);
  }

  private static String sentence(ToolFailure failure) {
    return failure.code().equals(FailureCode.NOT_FOUND)
        ? Sentences.of(failure, "Look at how the path is written")
        : Sentences.of(failure);
  }

  private static Path path(String typed) {
    var home = System.getProperty("user.home");
    return Path.of(typed.equals("~") || typed.startsWith("~/") ? home + typed.substring(1) : typed);
  }
}
