package dev.baton.orchestrator.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.Git.GitTimes;
import dev.baton.orchestrator.workspace.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class GitTest {
  private final Sandbox sandbox;

  GitTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
  }

  private Path program(String script) throws IOException {
    var file = Sandbox.write(sandbox.directory.resolve("fake-git"), "#!/bin/bash\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  private Git open(Path program, Map<String, String> environment, Duration limit) {
    return Git.open(
        program.toString(),
        sandbox.directory.resolve("locks"),
        environment,
        new GitTimes(limit, limit, limit));
  }

  private GitPlace here() {
    return new GitPlace.Discovered(sandbox.directory);
  }

  @Test
  void says_its_version() {
    assertThat(sandbox.git.version()).matches("2\\.\\d+.*");
  }

  @Test
  void a_git_that_is_too_old_is_refused() throws IOException {
    var old = program("echo git version 2.38.1");
    assertThatThrownBy(() -> open(old, Map.of(), Duration.ofSeconds(20)))
        .isInstanceOf(GitException.class)
        .hasMessage("'%s' is git 2.38, and Baton needs 2.39 or newer: install a newer git", old);
  }

  @Test
  void a_newer_git_with_words_behind_its_version_is_taken() throws IOException {
    var newer = program("echo 'git version 3.0.0 (Apple Git-154)'");
    assertThat(open(newer, Map.of(), Duration.ofSeconds(20)).version()).isEqualTo("3.0.0");
  }

  @Test
  void a_program_that_is_not_git_is_refused() throws IOException {
    var other = program("echo hello");
    assertThatThrownBy(() -> open(other, Map.of(), Duration.ofSeconds(20)))
        .hasMessage(
            "'%s' answered 'hello' when asked for its version: set the path of a git program",
            other);
  }

  @Test
  void a_missing_program_is_named_with_the_remedy() {
    assertThatThrownBy(() -> open(Path.of("/no/git"), Map.of(), Duration.ofSeconds(20)))
        .isInstanceOf(GitException.class)
        .hasMessageStartingWith("'/no/git' cannot be started (")
        .hasMessageEndingWith("): install git 2.39 or newer and put it on the PATH");
  }

  @Test
  void a_failure_has_the_command_and_what_git_said() {
    var repository = sandbox.repository("r");
    var command = GitCommand.in(new GitPlace.Discovered(repository), "show", "nothing");
    assertThatThrownBy(() -> sandbox.git.run(command))
        .isInstanceOf(GitException.class)
        .hasMessageStartingWith("'git show nothing' in " + repository)
        .hasMessageContaining("ended with exit code 128: fatal: ambiguous argument 'nothing'");
  }

  @Test
  void variables_of_another_git_call_do_not_reach_it() throws IOException {
    var program = program("case \"$*\" in *version*) echo git version 2.40;; *) env;; esac");
    var seen =
        open(program, Map.of("GIT_CONFIG_NOSYSTEM", "1"), Duration.ofSeconds(20))
            .run(GitCommand.in(here(), "anything"))
            .lines();
    assertThat(seen)
        .contains("LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat", "GIT_OPTIONAL_LOCKS=0")
        .contains("GIT_CONFIG_NOSYSTEM=1")
        .noneMatch(line -> line.startsWith("GIT_SSL_CAINFO="))
        .noneMatch(line -> line.startsWith("GIT_DIR="));
    var environment = new HashMap<>(Map.of("GIT_DIR", "/x", "GIT_INDEX_FILE", "/y"));
    new GitEnvironment(Map.of()).applyTo(environment, GitCommand.in(here(), "status"));
    assertThat(environment).doesNotContainKeys("GIT_DIR", "GIT_INDEX_FILE");
  }

  @Test
  void what_git_runs_sees_no_more_of_the_server_than_agents_do() {
    var server = Map.of("PATH", "/bin", "HOME", "/home/ada", "AWS_SECRET_ACCESS_KEY", "secret");
    for (var command :
        List.of(GitCommand.in(here(), "add"), GitCommand.in(here(), "commit").withHooks())) {
      var environment = new HashMap<>(server);
      new GitEnvironment(Map.of()).applyTo(environment, command);
      assertThat(environment)
          .containsEntry("PATH", "/bin")
          .containsEntry("HOME", "/home/ada")
          .doesNotContainKey("AWS_SECRET_ACCESS_KEY");
    }
  }

  @Test
  void a_command_that_takes_too_long_is_ended_with_its_children() throws IOException {
    var pids = sandbox.directory.resolve("pids");
    var program =
        program(
            "case \"$*\" in *version*) echo git version 2.40;; *) sleep 300 & echo $! > "
                + pids
                + "; wait;; esac");
    var git = open(program, Map.of(), Duration.ofSeconds(3));
    assertThatThrownBy(() -> git.run(GitCommand.in(here(), "gc")))
        .isInstanceOf(GitException.class)
        .hasMessage("'git gc' in %s did not end within 3 seconds", sandbox.directory);
    long child = Long.parseLong(Sandbox.read(pids).strip());
    Awaitility.await()
        .until(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void a_program_left_behind_that_holds_standard_error_does_not_make_a_success_a_failure()
      throws IOException {
    var pids = sandbox.directory.resolve("pids");
    var program =
        program(
            "case \"$*\" in *version*) echo git version 2.40;; *) sleep 300 > /dev/null & echo $! > "
                + pids
                + "; echo Pushed >&2; echo done;; esac");
    var git = open(program, Map.of(), Duration.ofSeconds(20));

    var answer = git.attempt(GitCommand.in(here(), "push"));

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.text()).isEqualTo("done");
    assertThat(answer.error()).isEqualTo("Pushed\n");
    var left = ProcessHandle.of(Long.parseLong(Sandbox.read(pids).strip())).orElseThrow();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
    Awaitility.await().until(() -> !left.isAlive());
  }

  @Test
  void an_answer_without_end_is_not_held_in_memory() throws IOException {
    var program =
        program("case \"$*\" in *version*) echo git version 2.40;; *) cat /dev/zero;; esac");
    var git = open(program, Map.of(), Duration.ofSeconds(60));
    assertThatThrownBy(() -> git.run(GitCommand.in(here(), "log")))
        .hasMessage(
            "'git log' in %s printed more than %d bytes", sandbox.directory, Git.MOST_BYTES);
  }

  @Test
  void hooks_of_the_repository_do_not_run() {
    var repository = sandbox.repository("r");
    var proof = sandbox.directory.resolve("ran");
    hook(repository, "post-checkout", "touch " + proof);
    hook(repository, "reference-transaction", "touch " + proof);
    sandbox.start(repository);
    assertThat(proof).doesNotExist();
  }

  public static void hook(Path repository, String name, String script) {
    var file =
        Sandbox.write(repository.resolve(".git/hooks/" + name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void one_thread_at_a_time_holds_a_repository() throws Exception {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var one = sandbox.directory.resolve("one");
    var two = sandbox.directory.resolve("two");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 40; i++) {
        var order = i % 2 == 0 ? List.of(one, two) : List.of(two, one);
        threads.execute(
            () ->
                sandbox.git.exclusively(
                    order,
                    () -> {
                      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                      inside.getAndAdd(0);
                      return sandbox.git.exclusively(List.of(one), inside::decrementAndGet);
                    }));
      }
    }
    assertThat(most).hasValue(1);
    assertThat(inside).hasValue(0);
  }

  @Test
  void a_repository_that_another_process_holds_is_busy() throws Exception {
    var locks = sandbox.directory.resolve("locks");
    var key = List.of(sandbox.directory.resolve("one"));
    sandbox.git.exclusively(key, () -> "the lock file is there now");
    var script =
        "import fcntl,glob,sys; f=open(glob.glob('%s/*.lock')[0],'w'); fcntl.lockf(f,fcntl.LOCK_EX); print('held',flush=True); sys.stdin.read()"
            .formatted(locks);
    var holder = new ProcessBuilder("python3", "-c", script).start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("held");
      assertThatThrownBy(() -> new Locks(locks, Duration.ofMillis(100)).hold(key, () -> "never"))
          .isInstanceOf(ToolFailure.class)
          .hasMessage("Something else has been at work in %s for 0 seconds", key.getFirst())
          .extracting(failure -> ((ToolFailure) failure).code())
          .isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
      holder.getOutputStream().close();
      assertThat(sandbox.git.exclusively(key, () -> "got it")).isEqualTo("got it");
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void nodes_with_data_directories_of_their_own_exclude_each_other_in_a_repository()
      throws Exception {
    var common = List.of(CommonDirectory.of(sandbox.repository("shared")));
    var here = new Locks(sandbox.directory.resolve("here"), Duration.ofSeconds(30));
    var there = new Locks(sandbox.directory.resolve("there"), Duration.ofMillis(100));

    var refusal =
        here.hold(
            common,
            () ->
                CompletableFuture.supplyAsync(
                        () -> catchThrowable(() -> there.hold(common, () -> "never")))
                    .join());

    assertThat(refusal).isInstanceOf(ToolFailure.class).hasMessageContaining("has been at work in");
    assertThat(there.hold(common, () -> "got it")).isEqualTo("got it");
    var script =
        "import fcntl,sys; f=open('%s','w'); fcntl.lockf(f,fcntl.LOCK_EX); print('held',flush=True); sys.stdin.read()"
            .formatted(common.getFirst().resolve(Locks.FILE));
    var other = new ProcessBuilder("python3", "-c", script).start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("held");
      assertThatThrownBy(() -> there.hold(common, () -> "never")).isInstanceOf(ToolFailure.class);
    } finally {
      other.destroyForcibly();
    }
  }
}
