package dev.baton.app.docs;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import dev.baton.app.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The public methods of some types, with the first sentence of what their sources say of them. */
final class JavaReference extends TreePathScanner<@Nullable Void, String> {
  private final DocTrees trees;
  private final Map<String, StringBuilder> rows = new LinkedHashMap<>();
  private final Map<String, String> sentences = new LinkedHashMap<>();

  private JavaReference(DocTrees trees) {
    this.trees = trees;
  }

  /** A section for each type of these source files, with the classes that are in it. */
  static String of(List<String> files) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var sources = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var paths = files.stream().map(file -> Repository.root().resolve(file)).toList();
      var task =
          (JavacTask)
              compiler.getTask(
                  null,
                  sources,
                  null,
                  List.of("-proc:none"),
                  null,
                  sources.getJavaFileObjectsFromPaths(paths));
      var reference = new JavaReference(DocTrees.instance(task));
      task.parse().forEach(unit -> reference.scan(unit, ""));
      return reference.text();
    }
  }

  private String text() {
    return rows.entrySet().stream()
        .filter(type -> !type.getValue().isEmpty())
        .map(
            type ->
                "\n### %s\n\n%s\n\n| method | meaning |\n|---|---|\n%s"
                    .formatted(type.getKey(), sentences.get(type.getKey()), type.getValue()))
        .collect(Collectors.joining());
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, String outer) {
    var isNested = !outer.isEmpty();
    if (isNested && type.getKind() != Tree.Kind.CLASS) {
      return null;
    }
    var name = (isNested ? outer + "." : "") + type.getSimpleName();
    sentences.put(name, sentence());
    rows.put(name, new StringBuilder());
    return super.visitClass(type, name);
  }

  @Override
  public @Nullable Void visitMethod(MethodTree method, String type) {
    var returned = method.getReturnType();
    if (returned != null && isPublic(method) && !isOverride(method)) {
      rowsOf(type)
          .append(
              "| `%s`%s | %s |\n"
                  .formatted(call(method), gives(returned, type), told(method, type)));
    }
    return null;
  }

  private StringBuilder rowsOf(String type) {
    return Objects.requireNonNull(rows.get(type));
  }

  private boolean isPublic(MethodTree method) {
    var flags = method.getModifiers().getFlags();
    var parent = getCurrentPath().getParentPath().getLeaf();
    return parent.getKind() == Tree.Kind.INTERFACE
        ? !flags.contains(Modifier.PRIVATE)
        : flags.contains(Modifier.PUBLIC);
  }

  private static boolean isOverride(MethodTree method) {
    return method.getModifiers().getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
  }

  private static String call(MethodTree method) {
    return method.getParameters().stream()
        .map(parameter -> "" + parameter)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  /** What it returns, unless that is the object that it was called on. */
  private static String gives(Tree returned, String type) {
    var simple = ("" + returned).replaceFirst("<.*", "");
    return simple.equals(type) ? "" : " → `%s`".formatted(returned);
  }

  private String told(MethodTree method, String type) {
    var sentence = sentence();
    if (sentence.isEmpty() && rowsOf(type).indexOf("| `%s(".formatted(method.getName())) >= 0) {
      return "The same."; // why: an overload says nothing new
    }
    if (sentence.isEmpty()) {
      throw new AssertionError(
          "%s.%s has no sentence that says what it is for".formatted(type, call(method)));
    }
    return sentence.replace("|", "\\|");
  }

  private String sentence() {
    return Optional.ofNullable(trees.getDocCommentTree(getCurrentPath()))
        .map(comment -> comment.getFirstSentence().stream().map(JavaReference::words))
        .map(words -> words.collect(Collectors.joining()).replaceAll("\\s+", " ").strip())
        .orElse("");
  }

  private static String words(DocTree part) {
    if (part instanceof LiteralTree literal) {
      return "`%s`".formatted(literal.getBody());
    }
    if (part instanceof LinkTree link) {
      return link.getLabel().isEmpty()
          ? "`%s`".formatted(link.getReference())
          : link.getLabel().stream().map(JavaReference::words).collect(Collectors.joining());
    }
    return part.toString();
  }
}
