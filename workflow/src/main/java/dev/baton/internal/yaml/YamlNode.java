package dev.baton.internal.yaml;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A part of a document. Immutable, thread safe. */
public final class YamlNode {
  /** What a node is; all but the last two are scalars. */
  public enum Kind {
    NOTHING,
    TEXT,
    FLAG,
    INTEGER,
    DECIMAL,
    /** A scalar with a tag of its own. */
    TAGGED,
    LIST,
    MAPPING
  }

  /** A key of a mapping and what stands under it. */
  public record Entry(Standing standing, String name, YamlNode key, YamlNode value) {}

  /** What can be wrong with a key. */
  public enum Standing {
    GOOD,
    /** It is a list or a mapping, so it has no name. */
    NO_TEXT,
    UNKNOWN,
    REPEATED
  }

  private static final int MOST_SHOWN = 60;
  private static final Map<Tag, Kind> SCALARS =
      Map.of(
          Tag.NULL, Kind.NOTHING,
          Tag.STR, Kind.TEXT,
          Tag.BOOL, Kind.FLAG,
          Tag.INT, Kind.INTEGER,
          Tag.FLOAT, Kind.DECIMAL);

  private final Node node;

  YamlNode(Node node) {
    this.node = node;
  }

  public Kind kind() {
    if (node instanceof ScalarNode) {
      return SCALARS.getOrDefault(node.getTag(), Kind.TAGGED);
    }
    return node instanceof SequenceNode ? Kind.LIST : Kind.MAPPING;
  }

  public boolean is(Kind kind) {
    return kind() == kind;
  }

  /** Such as {@code tag:yaml.org,2002:str}. */
  public String tag() {
    return node.getTag().getValue();
  }

  /** Where it begins; the first line is 1. */
  public int line() {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  /** A scalar as it is written, whatever it means; empty for a list and a mapping. */
  public Optional<String> scalar() {
    return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
  }

  /** The elements of a list; none if it is no list. */
  public List<YamlNode> elements() {
    return node instanceof SequenceNode list
        ? list.getValue().stream().map(YamlNode::new).toList()
        : List.of();
  }

  /** The first scalar under a key of a mapping. */
  public Optional<String> findScalar(String key) {
    return tuples()
        .filter(tuple -> new YamlNode(tuple.getKeyNode()).scalar().equals(Optional.of(key)))
        .flatMap(tuple -> new YamlNode(tuple.getValueNode()).scalar().stream())
        .findFirst();
  }

  /** The keys of a mapping in their order; none if it is no mapping. */
  public List<Entry> entries(Predicate<String> isKnown) {
    var seen = new HashSet<String>();
    return tuples()
        .map(
            tuple -> {
              var key = new YamlNode(tuple.getKeyNode());
              var name = key.scalar().orElse("");
              var standing =
                  key.scalar().isEmpty()
                      ? Standing.NO_TEXT
                      : !isKnown.test(name)
                          ? Standing.UNKNOWN
                          : seen.add(name) ? Standing.GOOD : Standing.REPEATED;
              return new Entry(standing, name, key, new YamlNode(tuple.getValueNode()));
            })
        .toList();
  }

  private Stream<NodeTuple> tuples() {
    return node instanceof MappingNode mapping ? mapping.getValue().stream() : Stream.empty();
  }

  /**
   * What to tell people who expected something else.
   *
   * @param nothing the word for a value that is not there
   */
  public String shown(String nothing) {
    return switch (kind()) {
      case NOTHING -> nothing;
      case LIST -> "a list";
      case MAPPING -> "a mapping";
      case TEXT, FLAG, INTEGER, DECIMAL, TAGGED -> quoted(scalar().orElseThrow());
    };
  }

  /** A text in quotes, cut if it is long. */
  public static String quoted(String text) {
    return "'%s'"
        .formatted(text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…");
  }
}
