package dev.baton.app.web.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallViewTest {
  @Test
  void a_call_says_how_long_it_took_also_if_that_was_short() {
    assertThat(CallView.time(Duration.ofMillis(4))).contains("<0.1 s");
    assertThat(CallView.time(Duration.ofMillis(340))).contains("0.3 s");
    assertThat(CallView.time(Duration.ofSeconds(75))).contains("1 min");
    assertThat(CallView.time(Duration.ZERO)).as("nobody told when it began").isEmpty();
  }
}
