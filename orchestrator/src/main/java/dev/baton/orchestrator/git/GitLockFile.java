package dev.baton.orchestrator.git;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file that git makes while it changes something, so that no other git does; one that is killed
 * leaves it behind, and git waits for it ever after.
 */
public record GitLockFile(Path path) {
  private static final Pattern IN_THE_WAY =
      Pattern.compile("Unable to create '(.+\\.lock)': File exists");
  private static final Pattern PROGRAM = Pattern.compile("(.*/)?git(-[a-z-]+)?");

  /** Fails if git gave up waiting for one. */
  public static void refuseIn(GitOutput output) {
    var found = IN_THE_WAY.matcher(output.error());
    if (found.find()) {
      throw new GitLockFile(Path.of(found.group(1))).failure();
    }
  }

  /** Fails if it is still there and no git runs that could delete it. */
  public void refuseIfLeft() {
    if (!isGitRunning() && Files.exists(path)) {
      throw failure(false);
    }
  }

  /** A refusal, because nobody but the user can know that the file may go. */
  public ToolFailure failure() {
    return failure(isGitRunning());
  }

  private ToolFailure failure(boolean isHeld) {
    return new ToolFailure(
        BoardFailureCode.TARGET_DIRTY,
        "Lock file %s is in the way: a git program made it%s and has not deleted it%s"
            .formatted(
                path,
                findTime().map(" at %s"::formatted).orElse(""),
                isHeld ? "" : ", and none is running here any more"),
        isHeld
            ? "Wait until that program is done, or delete the file if it was killed; then repeat the call"
            : "Delete the file; then repeat the call");
  }

  private Optional<Instant> findTime() {
    try {
      return Optional.of(
          Files.getLastModifiedTime(path).toInstant().truncatedTo(ChronoUnit.SECONDS));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** True also if it may be at work in another repository. */
  private static boolean isGitRunning() {
    return ProcessHandle.allProcesses()
        .flatMap(program -> program.info().command().stream())
        .anyMatch(command -> PROGRAM.matcher(command).matches());
  }
}
