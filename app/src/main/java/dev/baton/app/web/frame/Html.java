package dev.baton.app.web.frame;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Route;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Makes responses from templates. */
public final class Html {
  /** Templates are written as they are. */
  public static final HtmlInterceptor PLAIN =
      new HtmlInterceptor() {
        @Override
        public void onHtmlTagOpened(
            String name, Map<String, Object> attributes, TemplateOutput output) {}

        @Override
        public void onHtmlTagClosed(String name, TemplateOutput output) {}
      };

  private Html() {}

  /** A page; nobody keeps it, because it shows how things are now. */
  public static Route.Response page(int status, Consumer<HtmlTemplateOutput> template) {
    return new Route.Response(status, "text/html; charset=utf-8", text(template))
        .with("Cache-Control", "no-store");
  }

  public static Route.Response page(Consumer<HtmlTemplateOutput> template) {
    return page(200, template);
  }

  /** A page that says one thing, and the way on. */
  public static Route.Response message(int status, Frame frame, String heading, String sentence) {
    return message(status, frame, heading, sentence, List.of());
  }

  /** The same for somebody who had typed something. */
  public static Route.Response message(
      int status, Frame frame, String heading, String sentence, List<TypedText> typed) {
    return page(
        status, out -> JtemessageGenerated.render(out, PLAIN, frame, heading, sentence, typed));
  }

  /** The page that lists the keys. */
  public static Route.Response keys(Frame frame) {
    return page(out -> JtekeysGenerated.render(out, PLAIN, frame));
  }

  /** The page of somebody who was not let in: it shows nothing of the board. */
  public static String refusal(Assets assets, int status, String problem, String next) {
    var sentence = problem.isEmpty() ? problem : Sentences.whole(problem);
    return text(out -> JterefusedGenerated.render(out, PLAIN, assets, status, sentence, next));
  }

  static String text(Consumer<HtmlTemplateOutput> template) {
    var out = new StringOutput(16 * 1024);
    template.accept(new OwaspHtmlTemplateOutput(out));
    return out.toString();
  }

  /** What a script is told after a change. */
  public static Route.Response said(String sentence) {
    return Route.Response.json(200, Json.object().put("said", sentence));
  }

  /** The same, with the fields of the form that takes the change back. */
  public static Route.Response said(String sentence, ObjectNode undo) {
    return Route.Response.json(200, Json.object().put("said", sentence).set("undo", undo));
  }

  public static Route.Response problem(int status, String sentence) {
    return Route.Response.json(status, Json.object().put("problem", sentence));
  }
}
