package dev.baton.fakeagent;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A conversation that can be taken up again: a file with a byte for each turn. */
final class ConversationFile {
  private static final int ID_BYTES = 16;
  private static final String HEX = "0123456789abcdef";

  private final String id;
  private final File file;
  private int turns;

  private ConversationFile(String id, File file) {
    this.id = id;
    this.file = file;
  }

  static ConversationFile begin(File directory) throws IOException {
    var id = randomId();
    if (!directory.isDirectory() && !directory.mkdirs() && !directory.isDirectory()) {
      throw new IOException("Directory " + directory + " for sessions cannot be made");
    }
    var conversation = new ConversationFile(id, file(directory, id));
    conversation.addTurn();
    return conversation;
  }

  /** Goes on with the conversation of this id; null if it is lost. */
  static @Nullable ConversationFile resume(File directory, String id) throws IOException {
    var file = file(directory, id);
    if (!isId(id) || !file.isFile()) {
      return null;
    }
    var conversation = new ConversationFile(id, file);
    conversation.addTurn();
    return conversation;
  }

  String id() {
    return id;
  }

  /** How many turns it has seen, with the current one. */
  int turns() {
    return turns;
  }

  private void addTurn() throws IOException {
    try (var out = new FileOutputStream(file, true)) {
      out.write('.');
    }
    turns = (int) file.length();
  }

  private static File file(File directory, String id) {
    return new File(directory, id + ".session");
  }

  private static boolean isId(String id) {
    for (var i = 0; i < id.length(); i++) {
      if (id.charAt(i) != '-' && HEX.indexOf(id.charAt(i)) < 0) {
        return false;
      }
    }
    return !id.isEmpty();
  }

  /** A random UUID. The class of that name would load the whole of cryptography for it. */
  private static String randomId() throws IOException {
    var bytes = new byte[ID_BYTES];
    try (var random = new FileInputStream("/dev/urandom")) {
      if (random.read(bytes) < ID_BYTES) {
        throw new IOException("/dev/urandom gave too little");
      }
    }
    bytes[6] = (byte) ((bytes[6] & 0x0F) | 0x40);
    bytes[8] = (byte) ((bytes[8] & 0x3F) | 0x80);
    var id = new StringBuilder();
    for (var i = 0; i < ID_BYTES; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        id.append('-');
      }
      id.append(HEX.charAt(bytes[i] >> 4 & 0xF)).append(HEX.charAt(bytes[i] & 0xF));
    }
    return id.toString();
  }
}
