package dev.baton.app.web.review;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Files that nobody writes by hand, told by their names. */
final class FileKinds {
  private static final Set<String> LOCKS =
      Set.of(
          "package-lock.json",
          "npm-shrinkwrap.json",
          "yarn.lock",
          "pnpm-lock.yaml",
          "bun.lock",
          "cargo.lock",
          "gemfile.lock",
          "poetry.lock",
          "uv.lock",
          "pdm.lock",
          "pipfile.lock",
          "composer.lock",
          "go.sum",
          "flake.lock",
          "mix.lock",
          "pubspec.lock",
          "podfile.lock",
          "packages.lock.json",
          "gradle.lockfile");

  private FileKinds() {}

  /** What such a file is; empty for others. */
  static Optional<String> find(String path) {
    var lower = path.toLowerCase(Locale.ROOT);
    var name = lower.substring(lower.lastIndexOf('/') + 1);
    if (LOCKS.contains(name)) {
      return Optional.of("Lock file");
    }
    if (name.endsWith(".min.js") || name.endsWith(".min.css") || name.endsWith(".map")) {
      return Optional.of("Minified file");
    }
    var isGenerated =
        ("/" + lower).matches(".*/(node_modules|dist|generated|__generated__|vendor)/.*")
            || name.matches(".*(\\.pb\\.go|_pb2\\.py|\\.g\\.dart|\\.snap|\\.generated\\.\\w+)");
    return isGenerated ? Optional.of("Generated file") : Optional.empty();
  }
}
