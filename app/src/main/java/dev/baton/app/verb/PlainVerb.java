package dev.baton.app.verb;

import dev.baton.app.verb.VerbRun.VerbContext;
import dev.baton.app.verb.VerbRun.VerbOptions;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.Terminal;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * A verb that was typed as usual, read without the library of the command line: to load that takes
 * longer than to ask a server. What is not plain, mistakes and questions for help included, is left
 * to the library, so that there is one place that explains.
 *
 * @param directory the data directory, if one was named
 */
public record PlainVerb(
    Operation operation, ObjectNode arguments, Set<String> flags, Optional<String> directory) {
  private static final String DIRECTORY = "--data-dir";

  public PlainVerb {
    flags = Set.copyOf(flags);
  }

  /** What was typed; empty if it is for the library to read. */
  public static Optional<PlainVerb> read(List<String> words) {
    return Operations.findDescribed(words).flatMap(operation -> new Reader(operation).read(words));
  }

  public boolean wantsJson() {
    return flags.contains(VerbOptions.JSON);
  }

  /**
   * Lets the server do it and shows the answer.
   *
   * @return the exit code; empty if the arguments do not fit, nothing was done, and the library has
   *     to say so
   */
  public Optional<Integer> run(
      Server server, PrintWriter out, PrintWriter err, Map<String, String> environment)
      throws IOException, InterruptedException {
    var terminal = Terminal.find(environment);
    var around = new VerbContext(server, CommandLineWording::ofAll, terminal);
    var run =
        new VerbRun(
            operation,
            Styles.of(operation.name()),
            VerbOptions.of(flags),
            around,
            new Screen(out, err, terminal));
    try {
      return Optional.of(run.run(arguments.deepCopy()));
    } catch (Values.UnfitException e) {
      return Optional.empty();
    }
  }

  /** Goes through the words once. */
  private static final class Reader {
    private final Operation operation;
    private final VerbFields fields;
    private final Set<String> known = new HashSet<>(Set.of(VerbOptions.JSON));
    private final Map<String, List<String>> texts = new HashMap<>();
    private final Set<String> flags = new HashSet<>();
    private Optional<String> directory = Optional.empty();
    private int arguments;

    Reader(Operation operation) {
      this.operation = operation;
      var style = Styles.of(operation.name());
      this.fields = new VerbFields(operation, style);
      if (style.extra() != Style.Extra.NONE) {
        known.add(style.extra().option());
      }
    }

    Optional<PlainVerb> read(List<String> words) {
      var i = operation.verb().size();
      while (i < words.size()) {
        var taken = take(words.get(i), i + 1 < words.size() ? words.get(i + 1) : "--");
        if (taken == 0) {
          return Optional.empty();
        }
        i += taken;
      }
      try {
        return Optional.of(new PlainVerb(operation, fields.read(texts), flags, directory));
      } catch (Values.UnfitException e) {
        return Optional.empty();
      }
    }

    /** How many words belong together here; 0 if that is not plain. */
    private int take(String word, String next) {
      if (known.contains(word)) {
        return flags.add(word) ? 1 : 0;
      }
      if (!isOption(word)) {
        return isValue(word) && argument(word) ? 1 : 0;
      }
      var equals = word.indexOf('=');
      var name = equals < 0 ? word : word.substring(0, equals);
      var value = equals < 0 ? next : word.substring(equals + 1);
      if (name.equals(DIRECTORY)) {
        return value.isEmpty() || !isValue(value) ? 0 : directory(value) ? words(equals) : 0;
      }
      var field = fields.find(name);
      if (field.isPresent() && field.get().isFlag() && equals < 0) {
        // why: a word after a flag may be its value or an argument
        return isOption(next) && add(field.get(), "true") ? 1 : 0;
      }
      return field.isPresent() && isValue(value) && add(field.get(), value) ? words(equals) : 0;
    }

    private static int words(int equals) {
      return equals < 0 ? 2 : 1;
    }

    private static boolean isOption(String word) {
      return word.startsWith("-");
    }

    /** Other words than these mean something to the library. */
    private static boolean isValue(String word) {
      return !isOption(word) && !word.startsWith("@");
    }

    private boolean directory(String value) {
      var isFirst = directory.isEmpty();
      directory = Optional.of(value);
      return isFirst;
    }

    private boolean argument(String text) {
      var places = fields.arguments();
      if (places.isEmpty()) {
        return false;
      }
      var place = places.get(Math.min(arguments, places.size() - 1));
      var fits = arguments < places.size() || place.isList();
      arguments++;
      return fits && add(place, text);
    }

    private boolean add(Field field, String text) {
      var known = texts.computeIfAbsent(field.name(), _ -> new ArrayList<>());
      known.add(text);
      return known.size() == 1 || field.isList();
    }
  }
}
