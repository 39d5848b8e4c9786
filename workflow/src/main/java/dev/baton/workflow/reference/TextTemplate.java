package dev.baton.workflow.reference;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Text with variables: {@code {project}} stands for an argument, {@code {page.id}} for a field of
 * an earlier step's output, two opening braces for a literal one. Immutable, thread safe.
 *
 * <p>A brace that opens nothing that looks like a name is literal too, so that JSON in a text stays
 * what it is.
 */
public record TextTemplate(String source) {
  /** The variables in it, in the order of their first use. */
  public Set<String> variables() {
    var names = new LinkedHashSet<String>();
    var unused =
        fill(
            name -> {
              names.add(name);
              return "";
            });
    return names;
  }

  /** The strings of a JSON value, each of which is a template. */
  public static List<TextTemplate> in(JsonNode value) {
    var templates = new ArrayList<TextTemplate>();
    add(value, templates);
    return templates;
  }

  private static void add(JsonNode value, List<TextTemplate> templates) {
    if (value.isString()) {
      templates.add(new TextTemplate(value.asString()));
    }
    value.forEach(part -> add(part, templates));
  }

  /** The variables in the strings of a JSON value. */
  public static Set<String> variablesIn(JsonNode value) {
    var names = new LinkedHashSet<String>();
    in(value).forEach(template -> names.addAll(template.variables()));
    return names;
  }

  /** What stands in braces and begins with one of these names, and yet is no variable. */
  public Set<String> misspelt(Collection<String> names) {
    var texts = new LinkedHashSet<String>();
    var at = source.indexOf('{');
    while (at >= 0) {
      var isLiteral = source.startsWith("{{", at);
      var end = source.indexOf('}', at);
      if (!isLiteral && end > 0 && nameEnd(at + 1) < 0) {
        var text = source.substring(at + 1, end);
        if (names.stream().anyMatch(name -> begins(text, name))) {
          texts.add(text);
        }
      }
      at = source.indexOf('{', at + (isLiteral ? 2 : 1));
    }
    return texts;
  }

  private static boolean begins(String text, String name) {
    return text.startsWith(name)
        && (text.length() == name.length()
            || text.charAt(name.length()) == '.'
            || !isNamePart(text.charAt(name.length())));
  }

  /** The text with each variable replaced by what the function says. */
  public String fill(Function<String, String> values) {
    var text = new StringBuilder();
    var at = 0;
    while (at < source.length()) {
      var c = source.charAt(at);
      if (c == '{' && source.startsWith("{{", at)) {
        text.append('{');
        at += 2;
      } else if (c == '{' && nameEnd(at + 1) > at + 1) {
        var end = nameEnd(at + 1);
        text.append(values.apply(source.substring(at + 1, end)));
        at = end + 1;
      } else {
        text.append(c);
        at++;
      }
    }
    return text.toString();
  }

  /** The index of the brace that closes a name which starts here; -1 if there is no such name. */
  private int nameEnd(int start) {
    var end = start;
    while (end < source.length() && isNamePart(source.charAt(end))) {
      end++;
    }
    return end < source.length() && source.charAt(end) == '}' ? end : -1;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  @Override
  public String toString() {
    return source;
  }
}
