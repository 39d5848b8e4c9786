package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.ImageType;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Images, and the turns that show them. */
public final class ImageTable {
  // why: a multiple of three, which base64 turns into four characters without a rest
  private static final int PIECE = 192 * 1024;

  private final Sql sql;
  private final EventTable events;

  ImageTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  public void insert(Image image, byte[] content) {
    sql.update(
        """
        insert into image (id, task_id, attempt_id, place, name, type, size, created_at)
        values (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        image.id(),
        image.taskId(),
        image.attemptId(),
        image.place(),
        image.name(),
        image.type(),
        image.size(),
        image.createdAt());
    var rows = new ArrayList<Object[]>();
    for (var piece : pieces(content)) {
      rows.add(new Object[] {image.id(), (long) rows.size(), piece});
    }
    sql.insertAll("insert into image_piece (image_id, piece, content) values (?, ?, ?)", rows);
    if (image.place() != Image.Place.MESSAGE) {
      events.ofTask(EventName.TASK_CHANGED, image.taskId(), Json.object());
    }
  }

  /** How many bytes a piece of an image has; none if there is no such piece. */
  public static long bytes(long size, long piece) {
    return Math.clamp(size - piece * PIECE, 0L, PIECE);
  }

  /** The content as it is stored. */
  public static List<String> pieces(byte[] content) {
    var pieces = new ArrayList<String>();
    for (var from = 0; from < content.length; from += PIECE) {
      var piece = Arrays.copyOfRange(content, from, Math.min(from + PIECE, content.length));
      pieces.add(Base64.getEncoder().encodeToString(piece));
    }
    return pieces;
  }

  public Optional<Image> find(UUID id) {
    return sql.find("select * from image where id = ?", ImageTable::image, id);
  }

  /** Those beside the words of a task, oldest first. */
  public List<Image> listOfTask(UUID taskId) {
    return sql.list(
        "select * from image where task_id = ? and place = 'task' order by created_at, id",
        ImageTable::image,
        taskId);
  }

  /** What an agent attached, oldest first. */
  public List<Image> listProofs(UUID attemptId) {
    return sql.list(
        "select * from image where attempt_id = ? and place = 'proof' order by created_at, id",
        ImageTable::image,
        attemptId);
  }

  /** Those that wait for a message, oldest first. */
  public List<Image> listUnsent(UUID attemptId) {
    return sql.list(
        """
        select * from image where attempt_id = ? and place = 'message'
          and not exists (select 1 from turn_image shown where shown.image_id = image.id)
        order by created_at, id
        """,
        ImageTable::image,
        attemptId);
  }

  /** What a turn shows to its agent, in order. */
  public List<Image> listOfTurn(UUID turnId) {
    return sql.list(
        """
        select image.* from turn_image shown join image on image.id = shown.image_id
        where shown.turn_id = ? order by shown.place
        """,
        ImageTable::image,
        turnId);
  }

  public void show(UUID turnId, List<UUID> images) {
    var rows = new ArrayList<Object[]>();
    for (var image : images) {
      rows.add(new Object[] {turnId, (long) rows.size(), image});
    }
    sql.insertAll("insert into turn_image (turn_id, place, image_id) values (?, ?, ?)", rows);
  }

  public void delete(Image image) {
    sql.update("delete from image where id = ?", image.id());
    if (image.place() != Image.Place.MESSAGE) {
      events.ofTask(EventName.TASK_CHANGED, image.taskId(), Json.object());
    }
  }

  /** Writes the content, piece by piece. */
  public void copy(Image image, OutputStream out) throws IOException {
    var pieces = (image.size() + PIECE - 1) / PIECE;
    for (var piece = 0L; piece < pieces; piece++) {
      var content =
          sql.find(
              "select content from image_piece where image_id = ? and piece = ?",
              row -> Base64.getDecoder().decode(row.text("content")),
              image.id(),
              piece);
      // why: somebody may delete it meanwhile
      out.write(
          content.orElseThrow(() -> new IOException("Image %s is gone".formatted(image.id()))));
    }
  }

  private static Image image(Row row) {
    return new Image(
        row.id("id"),
        row.id("task_id"),
        row.findId("attempt_id"),
        row.constant("place", Image.Place.class),
        row.text("name"),
        row.constant("type", ImageType.class),
        row.number("size"),
        row.time("created_at"));
  }
}
