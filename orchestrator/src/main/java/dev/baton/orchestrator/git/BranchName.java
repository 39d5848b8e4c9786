package dev.baton.orchestrator.git;

import dev.baton.mcp.tool.ToolFailure;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Names of branches; that of an attempt is {@code baton/<8 hex>-<slug>}. */
public final class BranchName {
  /** What the names of all branches of attempts begin with. */
  public static final String PREFIX = "baton/";

  private static final int MOST_LETTERS = 40;
  private static final String NO_LETTERS = "attempt";
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern GAPS = Pattern.compile("[^a-z0-9]+");
  // why: these letters have no decomposition in Unicode
  private static final Map<String, String> LETTERS =
      Map.ofEntries(
          Map.entry("ß", "ss"),
          Map.entry("æ", "ae"),
          Map.entry("œ", "oe"),
          Map.entry("ø", "o"),
          Map.entry("đ", "d"),
          Map.entry("ð", "d"),
          Map.entry("þ", "th"),
          Map.entry("ł", "l"),
          Map.entry("ħ", "h"),
          Map.entry("ı", "i"));

  // why not asked of git: whoever checks many has no repository yet
  private static final Pattern IMPOSSIBLE =
      Pattern.compile(
          "^$|^@$|^-|^/|/$|\\.$|//|\\.\\.|@\\{|[\\x00- \\x7f~^:?*\\[\\\\]|(^|/)\\.|\\.lock(/|$)");

  private BranchName() {}

  /** Whether git can have a branch of this name. */
  public static boolean isPossible(String name) {
    return !IMPOSSIBLE.matcher(name).find();
  }

  /** Fails if git can have no branch of this name. */
  public static String require(String name) {
    if (!isPossible(name)) {
      throw ToolFailure.invalid(
          "'%s' cannot be the name of a branch".formatted(name),
          "Use a name that 'git check-ref-format --branch' takes");
    }
    return name;
  }

  public static String of(UUID attempt, String title) {
    // why the end: the beginning of an id that is made from the time is the same for a minute
    var digits = HexFormat.of().toHexDigits((int) attempt.getLeastSignificantBits());
    return PREFIX + digits + "-" + slug(title);
  }

  private static String slug(String title) {
    var plain =
        MARKS
            .matcher(Normalizer.normalize(title, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT))
            .replaceAll("");
    for (var letter : LETTERS.entrySet()) {
      plain = plain.replace(letter.getKey(), letter.getValue());
    }
    var words = GAPS.matcher(plain).replaceAll("-");
    var cut = words.substring(0, Math.min(words.length(), MOST_LETTERS + 1));
    var slug = cut.replaceAll("^-+", "");
    slug = slug.substring(0, Math.min(slug.length(), MOST_LETTERS)).replaceAll("-+$", "");
    return slug.isEmpty() ? NO_LETTERS : slug;
  }
}
