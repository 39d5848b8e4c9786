package dev.baton.app.web.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Text of agents and people as HTML that can do nothing: tags are shown as text, pictures become
 * links, and links tell nobody where the reader comes from.
 */
public final class Markdown {
  private static final String FOREIGN = "noopener noreferrer nofollow";

  /** So deep that no reader follows, and shallow enough for every stack. */
  private static final int DEEPEST = 32;

  private static final List<org.commonmark.Extension> EXTENSIONS =
      List.of(TablesExtension.create());

  private static final Parser PARSER =
      Parser.builder()
          .extensions(EXTENSIONS)
          .maxOpenBlockParsers(DEEPEST)
          .maxInlineNesting(DEEPEST)
          .build();

  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(EXTENSIONS)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .urlSanitizer(new DefaultUrlSanitizer(List.of("http", "https", "mailto")))
          .softbreak("<br>\n")
          .attributeProviderFactory(
              _ ->
                  (node, _, attributes) -> {
                    if (node instanceof Link) {
                      attributes.put("rel", FOREIGN);
                    }
                  })
          .nodeRendererFactory(PictureLinks::new)
          .build();

  private Markdown() {}

  public static String html(String text) {
    return RENDERER.render(PARSER.parse(VisibleText.of(text)));
  }

  /** A picture would be fetched from wherever an agent likes; a link waits for the reader. */
  private record PictureLinks(HtmlNodeRendererContext context) implements NodeRenderer {
    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Image.class);
    }

    @Override
    public void render(Node node) {
      var address = ((Image) node).getDestination();
      var attributes = new LinkedHashMap<String, String>();
      attributes.put("href", context.encodeUrl(context.urlSanitizer().sanitizeLinkUrl(address)));
      attributes.put("rel", FOREIGN);
      var isInLink = node.getParent() instanceof Link;
      if (!isInLink) {
        context.getWriter().tag("a", attributes);
      }
      context.getWriter().text("Picture: ");
      for (var child = node.getFirstChild(); child != null; child = child.getNext()) {
        context.render(child);
      }
      if (!isInLink) {
        context.getWriter().tag("/a");
      }
    }
  }
}
