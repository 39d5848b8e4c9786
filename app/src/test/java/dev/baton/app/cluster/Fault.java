package dev.baton.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** What can go wrong in a cluster. Each is over when it returns, as far as it ever is. */
enum Fault {
  KILLED {
    @Override
    String inflict(Cluster cluster, Scene scene) throws IOException {
      if (scene.random().nextInt(6) == 0) {
        cluster.database().kill();
        scene.lasts();
        cluster.database().startAgain();
        return "PostgreSQL was killed";
      }
      var victim = scene.choose(cluster.everybody().toList());
      victim.kill();
      scene.lasts();
      victim.start();
      return victim + " was killed";
    }
  },
  TWO_KILLED {
    @Override
    String inflict(Cluster cluster, Scene scene) {
      var victims = new ArrayList<>(scene.within(cluster.everybody().toList()));
      Collections.shuffle(victims, scene.random());
      var two = victims.subList(0, 2);
      two.forEach(ClusterNode::kill);
      scene.lasts();
      two.forEach(ClusterNode::start);
      return two + " were killed at once";
    }
  },
  CUT {
    @Override
    String inflict(Cluster cluster, Scene scene) {
      var victim = scene.choose(cluster.everybody().toList());
      victim.machine().cut();
      scene.lastsLong();
      victim.machine().mend();
      return victim + " was cut off";
    }
  },
  SLOW {
    @Override
    String inflict(Cluster cluster, Scene scene) throws IOException {
      var victim = scene.choose(cluster.everybody().toList());
      victim.machine().impair(Duration.ofMillis(100), 2);
      scene.lasts();
      victim.machine().repair();
      return victim + " had a slow line that lost packets";
    }
  },
  DATABASE_STOPPED {
    @Override
    String inflict(Cluster cluster, Scene scene) throws IOException {
      cluster.database().stop();
      scene.lasts();
      cluster.database().startAgain();
      return "PostgreSQL was stopped and started";
    }
  },
  WRONG_CLOCK {
    @Override
    String inflict(Cluster cluster, Scene scene) {
      var victim = scene.choose(cluster.workers());
      var hours = scene.random().nextBoolean() ? 1 : -1;
      victim.stop();
      victim.start(WrongClock.by(hours * 3600L));
      scene.lasts();
      return "the clock of %s is wrong by %+d h".formatted(victim, hours);
    }
  },
  FULL_DISK {
    @Override
    String inflict(Cluster cluster, Scene scene) throws IOException {
      var filler = cluster.smallest().home().resolve("filler");
      fill(filler);
      scene.lasts();
      Files.delete(filler);
      return "the disk of %s was full".formatted(cluster.smallest());
    }
  },
  DRAINED {
    @Override
    String inflict(Cluster cluster, Scene scene) {
      var victim = scene.choose(cluster.workers());
      var node = Json.object().put("node", victim.name());
      var drain = node.deepCopy().put("wait_ms", 20_000);
      await(victim + " is drained")
          .atMost(Duration.ofMinutes(4))
          .until(() -> cluster.calls().insist("drain_node", drain).path("running").asInt(-1) == 0);
      scene.lasts();
      assertThat(scene.asked().isOn(victim, scene.asked().status(cluster.calls())))
          .as("%s runs on %s while that is drained", scene.asked(), victim)
          .isFalse();
      var _ = cluster.calls().insist("resume_node", node);
      return victim + " was drained";
    }
  },
  ROLLING_RESTART {
    @Override
    String inflict(Cluster cluster, Scene scene) {
      scene.lasts();
      for (var node : cluster.everybody().toList()) {
        node.stop();
        node.start();
        node.awaitReady();
      }
      return "all were restarted, one after the other";
    }
  };

  /** Who is hit, and what happens while the fault lasts. */
  interface Scene {
    Random random();

    /** Lets the fault last for a while, in which somebody asks for more. */
    void lasts();

    /** The same for as long as a cable is away. */
    void lastsLong();

    /** What was asked for meanwhile, as soon as it is acknowledged. */
    Piece asked();

    /** Those of them that no other fault has hit. */
    List<ClusterNode> within(List<ClusterNode> nodes);

    /** One of them that no other fault has hit. */
    ClusterNode choose(List<ClusterNode> nodes);
  }

  /** Makes it happen and ends it; returns what it was. */
  abstract String inflict(Cluster cluster, Scene scene) throws IOException;

  /** Whether others can happen while it lasts. */
  boolean isLong() {
    return this == CUT;
  }

  /** Whether it can happen while a machine is away. */
  boolean isPossibleWithout(ClusterNode away, Cluster cluster) {
    return switch (this) {
      case CUT, ROLLING_RESTART -> false;
      case FULL_DISK -> away != cluster.smallest();
      case KILLED, TWO_KILLED, SLOW, DATABASE_STOPPED, WRONG_CLOCK, DRAINED -> true;
    };
  }

  /** Why it cannot happen on this machine. */
  Optional<String> findObstacle() {
    return switch (this) {
      case WRONG_CLOCK -> WrongClock.findObstacle();
      case KILLED, TWO_KILLED, CUT, SLOW, DATABASE_STOPPED, FULL_DISK, DRAINED, ROLLING_RESTART ->
          Optional.empty();
    };
  }

  /** Leaves no byte on a disk. */
  private static void fill(Path filler) throws IOException {
    var chunk = new byte[1 << 20];
    try (var file = new RandomAccessFile(filler.toFile(), "rw")) {
      for (int size = chunk.length; size > 0; ) {
        try {
          file.write(chunk, 0, size);
        } catch (IOException _) {
          size /= 2;
        }
      }
    }
  }

  static Stream<Fault> all() {
    return Stream.of(values());
  }

  /** Lets time pass. */
  static void pass(Duration time) {
    await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
  }
}
