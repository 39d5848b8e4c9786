package dev.baton.bench;

/** The kinds of database that Baton keeps its data in. */
enum Engine {
  SQLITE("SQLite"),
  POSTGRESQL("PostgreSQL");

  private final String title;

  Engine(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
