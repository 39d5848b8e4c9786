package dev.baton.bench;

/** The least that a program in Java does: it prints its argument. */
final class OneWord {
  private OneWord() {}

  public static void main(String[] args) {
    System.out.println(args[0]);
  }
}
