package dev.baton.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Empty databases of one kind for a test, which are closed and gone after it. Not thread safe. */
public final class Databases implements BeforeEachCallback, AfterEachCallback {
  private final Dialect dialect;
  private final List<Database> opened = new ArrayList<>();
  private Path directory = Path.of("");
  private int files;

  private Databases(Dialect dialect) {
    this.dialect = dialect;
  }

  public static Databases of(Dialect dialect) {
    return new Databases(dialect);
  }

  public Dialect dialect() {
    return dialect;
  }

  /** The address of a database that nobody has used. */
  public String newAddress() {
    return dialect == Dialect.POSTGRESQL
        ? TestPostgres.newAddress()
        : directory.resolve(++files + ".db").toString();
  }

  public Database open(String address) {
    Database database = Database.open(address);
    opened.add(database);
    return database;
  }

  public Database openNew() {
    return open(newAddress());
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    directory = Files.createTempDirectory("baton-databases");
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    opened.forEach(Database::close);
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
