package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.notice.Channel;
import dev.baton.orchestrator.notice.CommandHook;
import dev.baton.orchestrator.notice.NoticeSetup;
import dev.baton.orchestrator.notice.Notices.Health;
import dev.baton.orchestrator.notice.Notices.ReceiverStatus;
import dev.baton.orchestrator.notice.Receiver;
import dev.baton.orchestrator.notice.TestReceiver;
import dev.baton.orchestrator.notice.TestReceiver.Heard;
import dev.baton.orchestrator.notice.Topic;
import dev.baton.orchestrator.notice.Webhook;
import dev.baton.orchestrator.notice.WebhookFormat;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Receivers that are slow, down, lie or redirect, whichever database is underneath. */
@Timeout(120)
abstract class NoticeContract {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final String COMPLETED = "attempt.completed";
  private static final Set<String> HERE = Set.of("127.0.0.1");

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  @AutoClose TestReceiver receiver;
  @AutoClose TestReceiver other;
  String address = "";

  NoticeContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void prepare() throws Exception {
    address = databases.newAddress();
    receiver = new TestReceiver();
    other = new TestReceiver();
  }

  static Receiver webhook(String name, URI url, Set<String> privateHosts, String... topics) {
    return receiver(
        name,
        new Webhook(
            WebhookFormat.WEBHOOK, url, Optional.of("key"), Optional.empty(), privateHosts, LIMIT),
        topics);
  }

  private static Receiver receiver(String name, Channel channel, String... topics) {
    var wanted = Stream.of(topics).flatMap(word -> Topic.find(word).stream()).toList();
    return new Receiver(name, wanted.isEmpty() ? Topic.USUAL : wanted, Set.of(), channel);
  }

  private Receiver hook(String... topics) {
    return webhook("hook", receiver.url(), HERE, topics);
  }

  TestBaton open(Receiver... receivers) {
    return open(Duration.ofDays(1), receivers);
  }

  private TestBaton open(Duration patience, Receiver... receivers) {
    var setup =
        new NoticeSetup(
            List.of(receivers), Duration.ofMillis(50), Duration.ofMillis(200), patience);
    return TestBaton.in(directory, address, it -> it.withNotices(setup));
  }

  private static ReceiverStatus status(TestBaton baton, String name) {
    return baton.orchestrator().notices().list().stream()
        .filter(it -> it.receiver().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static void await(Runnable assertion) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion::run);
  }

  private static List<String> topics(TestReceiver receiver) {
    return receiver.heard().stream().map(it -> it.json().path("topic").asString()).toList();
  }

  /** What came may come twice, and never goes back in what happened to one attempt. */
  static void assertInOrder(List<Heard> heard) {
    var last = new LinkedHashMap<String, Long>();
    for (var it : heard) {
      assertThat(it.event()).isGreaterThanOrEqualTo(last.getOrDefault(it.attempt(), 0L));
      last.put(it.attempt(), it.event());
    }
  }

  @Test
  void a_webhook_is_signed_and_says_what_happened_to_what() throws Exception {
    try (var baton = open(hook("attempt.created", "attempt.completed"))) {
      var attempt = baton.start("write a.txt x").attemptId();
      await(
          () ->
              assertThat(topics(receiver)).containsExactly("attempt.created", "attempt.completed"));

      var last = receiver.heard().getLast();
      assertThat(last.headers().get("request")).isEqualTo("POST /hook HTTP/1.1");
      assertThat(last.headers().get("webhook-id")).isEqualTo(last.event() + "");
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update(
          (last.event() + "." + last.headers().get("webhook-timestamp") + ".")
              .getBytes(StandardCharsets.UTF_8));
      assertThat(last.headers().get("webhook-signature"))
          .isEqualTo("v1," + Base64.getEncoder().encodeToString(mac.doFinal(last.bytes())));
      assertThat(last.attempt()).isEqualTo(attempt.toString());
      assertThat(last.json().path("name").asString()).isEqualTo("attempt.state");
      assertThat(last.json().path("project").path("name").asString()).isEqualTo("Test");
      assertThat(last.json().path("text").asString())
          .startsWith("Test #1 Do something: FAKE_AGENT has finished after ")
          .contains("+1 ");
      await(() -> assertThat(status(baton, "hook").health()).isEqualTo(Health.OK));
      await(() -> assertThat(status(baton, "hook").pending()).isZero());
    }
  }

  @Test
  void a_notice_says_how_long_the_agent_worked_and_not_how_long_the_attempt_is_there()
      throws Exception {
    try (var baton = open(hook("attempt.completed", "task.changed"))) {
      var attempt = baton.start("say one").attemptId();
      baton.awaitEnd(attempt);
      try (var database = Database.open(address);
          var connection = database.dataSource().getConnection();
          var statement = connection.createStatement()) {
        assertThat(statement.executeUpdate("update attempt set created_at = created_at - 36000000"))
            .isOne();
      }
      baton.orchestrator().followUps().send(TestBaton.caller(), TestBaton.to(attempt, "say two"));
      baton.awaitEnd(attempt);

      await(() -> assertThat(topics(receiver).stream().filter(COMPLETED::equals)).hasSize(2));
      var texts = receiver.heard().stream().map(it -> it.json().path("text").asString()).toList();
      assertThat(texts).noneMatch(text -> text.contains("10 h") || text.contains("task.changed"));
      assertThat(texts.stream().filter(text -> text.contains("has finished after ")))
          .hasSizeGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void nobody_waits_for_a_receiver_that_hangs() {
    receiver.answers(TestReceiver.HANGS);
    try (var baton =
        open(hook("task.created"), webhook("good", other.url(), HERE, "task.created"))) {
      for (int number = 0; number < 5; number++) {
        baton.task("Task " + number);
      }
      await(() -> assertThat(other.heard()).hasSize(5));
      assertThat(receiver.heard()).hasSizeLessThan(2);
      await(
          () -> {
            assertThat(status(baton, "hook").health()).isEqualTo(Health.RETRYING);
            assertThat(status(baton, "hook").standing().problem().orElseThrow())
                .contains("no answer within 5 s");
          });
      assertThat(status(baton, "hook").pending()).isEqualTo(5);
    }
  }

  @Test
  void what_a_receiver_missed_while_it_was_down_comes_in_order_also_after_a_restart() {
    receiver.answers(TestReceiver.IS_DOWN);
    try (var baton = open(hook("task.created"))) {
      var tasks = new ArrayList<String>();
      for (int number = 0; number < 4; number++) {
        tasks.add(baton.task("Task " + number).toString());
      }
      await(() -> assertThat(status(baton, "hook").standing().tries()).isGreaterThan(2));
      baton.restart();
      var before = receiver.heard().size();
      receiver.answers(TestReceiver.TAKES);
      await(() -> assertThat(status(baton, "hook").pending()).isZero());

      assertThat(
              receiver.heard().stream()
                  .skip(before)
                  .map(it -> it.json().path("task").path("id").asString())
                  .distinct())
          .containsExactlyElementsOf(tasks);
    }
  }

  @Test
  void receivers_change_while_the_server_runs() {
    receiver.answers(TestReceiver.IS_DOWN);
    var setup = new AtomicReference<>(patient(hook("task.created")));
    try (var baton = TestBaton.in(directory, address, it -> it.withNotices(setup::get))) {
      baton.task("Missed");
      await(() -> assertThat(status(baton, "hook").standing().tries()).isOne());

      setup.set(patient(webhook("hook", other.url(), HERE, "task.created")));
      await(() -> assertThat(titles(other)).containsExactly("Missed"));

      setup.set(patient());
      await(() -> assertThat(baton.orchestrator().notices().list()).isEmpty());
      baton.task("Told to nobody");
      setup.set(patient(hook("task.created")));
      assertThat(status(baton, "hook").health()).isEqualTo(Health.NEW);
      receiver.answers(TestReceiver.TAKES);
      baton.task("Told");
      await(() -> assertThat(titles(receiver)).containsExactly("Missed", "Told"));
      assertThat(titles(other)).containsExactly("Missed");
    }
  }

  /** Who fails is left alone for longer than a test takes. */
  private static NoticeSetup patient(Receiver... receivers) {
    return new NoticeSetup(
        List.of(receivers), Duration.ofHours(1), Duration.ofHours(1), Duration.ofDays(1));
  }

  private static List<String> titles(TestReceiver receiver) {
    return receiver.heard().stream()
        .map(it -> it.json().path("task").path("title").asString())
        .toList();
  }

  @Test
  void what_is_refused_holds_up_its_attempt_alone() {
    try (var baton = open(hook("attempt.created", "process.started", "attempt.completed"))) {
      receiver.answers(
          it ->
              it.json().path("task").path("number").asLong() == 1
                  ? TestReceiver.REFUSES
                  : TestReceiver.TAKES);
      var first = baton.start("say one").attemptId();
      var second = baton.start("say two").attemptId();
      baton.awaitEnd(first);
      baton.awaitEnd(second);
      await(() -> assertThat(heardOf(second)).hasSize(3));
      assertThat(heardOf(first).stream().map(Heard::event).distinct()).hasSize(1);
      await(() -> assertThat(status(baton, "hook").pending()).isEqualTo(3));

      receiver.answers(TestReceiver.TAKES);
      await(() -> assertThat(status(baton, "hook").pending()).isZero());
      assertThat(heardOf(first).stream().map(Heard::event).distinct()).hasSize(3);
      assertInOrder(receiver.heard());
    }
  }

  private List<Heard> heardOf(UUID attempt) {
    return receiver.heard().stream().filter(it -> it.attempt().equals(attempt + "")).toList();
  }

  @Test
  void a_redirect_leads_nowhere() {
    receiver.answers("HTTP/1.1 302 Found\r\nLocation: " + other.url() + "\r\n\r\n");
    try (var baton = open(hook("task.created"))) {
      baton.task("Task");
      await(
          () ->
              assertThat(status(baton, "hook").standing().problem().orElse(""))
                  .endsWith("answered 302; redirects are not followed"));
      assertThat(other.heard()).isEmpty();
    }
  }

  @Test
  void what_an_answer_says_after_its_status_is_not_read() {
    receiver.answers("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + "garbage ".repeat(1_000_000));
    try (var baton = open(hook("task.created"))) {
      baton.task("Task");
      await(() -> assertThat(status(baton, "hook").standing().delivered()).isEqualTo(1));
      receiver.answers("no HTTP at all\r\n");
      baton.task("Other");
      await(
          () ->
              assertThat(status(baton, "hook").standing().problem().orElse(""))
                  .endsWith("the answer is no HTTP"));
    }
  }

  @Test
  void a_receiver_that_stays_dead_is_given_up_and_that_can_be_seen() {
    receiver.answers(TestReceiver.IS_DOWN);
    try (var baton = open(Duration.ofMillis(500), hook("task.created"))) {
      baton.task("One");
      baton.task("Two");
      await(() -> assertThat(status(baton, "hook").standing().givenUp()).isEqualTo(2));
      assertThat(status(baton, "hook").health()).isEqualTo(Health.DEAD);
      assertThat(status(baton, "hook").pending()).isZero();

      receiver.answers(TestReceiver.TAKES);
      baton.task("Three");
      await(() -> assertThat(status(baton, "hook").health()).isEqualTo(Health.OK));
    }
  }

  @Test
  void nothing_inside_is_reached_unless_it_is_named() {
    var local = URI.create(receiver.url().toString().replace("127.0.0.1", "localhost"));
    try (var baton =
        open(
            webhook("address", receiver.url(), Set.of(), "task.created"),
            webhook("name", local, Set.of("127.0.0.1"), "task.created"))) {
      baton.task("Task");
      for (var name : List.of("address", "name")) {
        await(
            () ->
                assertThat(status(baton, name).standing().problem().orElse(""))
                    .contains("inside this machine or a private network")
                    .contains("private_hosts"));
      }
      assertThat(receiver.heard()).isEmpty();
      assertThat(TestBaton.told(() -> baton.orchestrator().notices().test("address")))
          .hasMessageContaining("did not take the test");
    }
  }

  @Test
  void a_command_reads_the_notice_in_a_clean_environment_and_has_a_time_limit() throws Exception {
    var output = directory.resolve("told");
    var environment = new ServerVariables(Map.of("PATH", "/usr/bin:/bin", "SECRET", "x")).common();
    var writing =
        new CommandHook(
            List.of("sh", "-c", "cat > \"$1\"; env >> \"$1\"", "sh", output.toString()),
            environment,
            LIMIT);
    var hanging =
        new CommandHook(List.of("sh", "-c", "sleep 600"), environment, Duration.ofMillis(300));
    try (var baton =
        open(
            receiver("writes", writing, "task.created"),
            receiver("hangs", hanging, "task.created"))) {
      baton.task("Task");
      await(() -> assertThat(status(baton, "writes").standing().delivered()).isEqualTo(1));
      assertThat(Files.readString(output))
          .contains("\"topic\":\"task.created\"")
          .contains("PATH=/usr/bin:/bin")
          .doesNotContain("SECRET");
      await(
          () ->
              assertThat(status(baton, "hangs").standing().problem().orElse(""))
                  .isEqualTo("sh was stopped after 0 s"));
      assertThat(baton.orchestrator().notices().test("writes")).isPositive();
    }
  }

  @Test
  void a_receiver_hears_of_its_projects_only_and_of_nothing_before_it_was_there() {
    try (var baton = open(hook("task.created"))) {
      baton.task("Before");
      await(() -> assertThat(receiver.heard()).hasSize(1));
      // why: what was heard and is not noted yet is told again
      await(() -> assertThat(status(baton, "hook").pending()).isZero());
    }
    var elsewhere =
        new Receiver(
            "elsewhere",
            List.of(Topic.find("task.created").orElseThrow()),
            Set.of("Other"),
            webhook("x", other.url(), HERE).channel());
    var setup = NoticeSetup.of(List.of(hook("task.created"), elsewhere));
    try (var baton =
        TestBaton.in(directory.resolve("again"), address, it -> it.withNotices(setup))) {
      baton.task("After");
      await(() -> assertThat(receiver.heard()).hasSize(2));
      assertThat(status(baton, "elsewhere").pending()).isZero();
      assertThat(other.heard()).isEmpty();
    }
  }
}
