package dev.baton.app.web.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/**
 * Text of agents and people as HTML that can do nothing: tags are shown as text, pictures become
 * links, and links tell nobody where the reader comes from. What a browser would run instead of
 * opening it is shown with its address, and is no link.
 */
public final class Markdown {
  private static final String FOREIGN = "noopener noreferrer nofollow";

  /** The deepest nesting: deeper than any reader follows, and shallow enough for every stack. */
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
          .nodeRendererFactory(Links::new)
          .build();

  private Markdown() {}

  public static String html(String text) {
    return RENDERER.render(PARSER.parse(VisibleText.of(text)));
  }

  /** A picture would be fetched from wherever an agent likes; a link waits for the reader. */
  private record Links(HtmlNodeRendererContext context) implements NodeRenderer {
    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Link.class, Image.class);
    }

    @Override
    public void render(Node node) {
      switch (node) {
        case Link link -> render(link, "", link.getDestination(), link.getTitle());
        case Image image -> render(image, "Picture: ", image.getDestination(), image.getTitle());
        default -> throw new IllegalArgumentException("No link: " + node);
      }
    }

    private void render(Node node, String before, String address, @Nullable String title) {
      var target = context.urlSanitizer().sanitizeLinkUrl(address);
      var isLink = !target.isEmpty() && !isInLink(node);
      if (isLink) {
        context.getWriter().tag("a", attributes(target, title));
      }
      context.getWriter().text(before);
      for (var child = node.getFirstChild(); child != null; child = child.getNext()) {
        context.render(child);
      }
      if (isLink) {
        context.getWriter().tag("/a");
      } else if (target.isEmpty() && !isItsOwnText(node, address)) {
        context.getWriter().text(" (%s)".formatted(address));
      }
    }

    private Map<String, String> attributes(String target, @Nullable String title) {
      var attributes = new LinkedHashMap<String, String>();
      attributes.put("href", context.encodeUrl(target));
      if (title != null) {
        attributes.put("title", title);
      }
      attributes.put("rel", FOREIGN);
      return attributes;
    }

    private static boolean isInLink(Node node) {
      var parent = node.getParent();
      return parent != null && (parent instanceof Link || isInLink(parent));
    }

    /** Whether the address can be read already; one that is empty tells nothing. */
    private static boolean isItsOwnText(Node node, String address) {
      return address.isEmpty()
          || (node.getFirstChild() instanceof Text text && text.getLiteral().equals(address));
    }
  }
}
