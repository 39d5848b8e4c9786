package dev.baton.orchestrator.git;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A commit as git stores it. */
public final class CommitObject {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  private final String tree;
  private final List<String> parents;
  private final byte[] author;
  private final byte[] message;
  private final List<byte[]> encoding;

  private CommitObject(
      String tree, List<String> parents, byte[] author, List<byte[]> encoding, byte[] message) {
    if (!isId(tree)) {
      throw new GitException("'%s' is not the id of a tree".formatted(tree));
    }
    this.tree = tree;
    this.parents = List.copyOf(parents);
    this.author = author;
    this.encoding = encoding;
    this.message = message;
  }

  /** Whether git could name a commit or a tree so. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  public static CommitObject of(String tree, List<String> parents, String author, String message) {
    var text = message.replace("\0", "").stripTrailing() + "\n";
    return new CommitObject(tree, parents, utf8(author), List.of(), utf8(text));
  }

  public static CommitObject read(Git git, GitPlace place, String commit) {
    var bytes = git.in(place).run("cat-file", "commit", commit).bytes();
    var tree = "";
    var parents = new ArrayList<String>();
    var author = new byte[0];
    var encoding = new ArrayList<byte[]>();
    int from = 0;
    for (int end = lineEnd(bytes, from); end > from; end = lineEnd(bytes, from)) {
      var line = Arrays.copyOfRange(bytes, from, end);
      var text = new String(line, StandardCharsets.ISO_8859_1);
      if (text.startsWith("tree ")) {
        tree = text.substring(5);
      } else if (text.startsWith("parent ")) {
        parents.add(text.substring(7));
      } else if (text.startsWith("author ")) {
        author = Arrays.copyOfRange(line, 7, line.length);
      } else if (text.startsWith("encoding ")) {
        encoding.add(line);
      }
      from = end + 1;
    }
    var message = Arrays.copyOfRange(bytes, Math.min(from + 1, bytes.length), bytes.length);
    return new CommitObject(tree, parents, author, encoding, message);
  }

  private static int lineEnd(byte[] bytes, int from) {
    int end = from;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  public String tree() {
    return tree;
  }

  List<String> parents() {
    return parents;
  }

  /** The same author and message on another tree. */
  CommitObject moved(String newTree, String parent) {
    return new CommitObject(newTree, List.of(parent), author, encoding, message);
  }

  /** Stores it, and returns its id; no ref points at it yet. */
  public String write(Git git, GitPlace place, String committer) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(utf8("tree " + tree + "\n"));
    parents.forEach(parent -> bytes.writeBytes(utf8("parent " + parent + "\n")));
    bytes.writeBytes(utf8("author "));
    bytes.writeBytes(author);
    bytes.writeBytes(utf8("\ncommitter " + committer + "\n"));
    encoding.forEach(
        line -> {
          bytes.writeBytes(line);
          bytes.write('\n');
        });
    bytes.write('\n');
    bytes.writeBytes(message);
    return git.run(
            GitCommand.in(place, "hash-object", "-t", "commit", "-w", "--stdin")
                .withInput(bytes.toByteArray()))
        .text();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
