package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.changes.Changes.ModeChange;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.NulFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** One file of a diff, with paths as git knows them. */
record RawChange(
    GitPath path,
    Optional<GitPath> oldPath,
    ChangeStatus status,
    long added,
    long deleted,
    boolean binary,
    ModeChange mode) {
  /** Reads what {@code diff --raw --numstat -z} prints. */
  static List<RawChange> read(NulFields fields) {
    var changes = new LinkedHashMap<GitPath, RawChange>();
    for (var change : readRaw(fields)) {
      changes.put(change.path(), change);
    }
    while (fields.hasNext()) {
      var added = fields.nextUpTo('\t');
      var deleted = fields.nextUpTo('\t');
      var path = fields.nextPath();
      if (path.isEmpty()) {
        fields.nextPath();
        path = fields.nextPath();
      }
      changes.computeIfPresent(path, (_, change) -> change.counted(added, deleted));
    }
    return new ArrayList<>(changes.values());
  }

  /** Reads the part that {@code --raw} prints, up to something else. */
  static List<RawChange> readRaw(NulFields fields) {
    var changes = new ArrayList<RawChange>();
    while (fields.hasNext() && fields.peek() == ':') {
      var words = fields.nextText().substring(1).split(" ", 5);
      var status = ChangeStatus.of(words[4].charAt(0));
      var mode = ModeChange.of(words[0], words[1]);
      var first = fields.nextPath();
      changes.add(
          status.hasOldPath()
              ? new RawChange(fields.nextPath(), Optional.of(first), status, 0, 0, false, mode)
              : new RawChange(first, Optional.empty(), status, 0, 0, false, mode));
    }
    return changes;
  }

  private RawChange counted(String addedLines, String deletedLines) {
    return addedLines.equals("-")
        ? new RawChange(path, oldPath, status, 0, 0, true, mode)
        : new RawChange(
            path,
            oldPath,
            status,
            Long.parseLong(addedLines),
            Long.parseLong(deletedLines),
            false,
            mode);
  }
}
