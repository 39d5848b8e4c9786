package dev.baton.app.web.board;

import java.util.List;
import java.util.Optional;

/**
 * One thing by which a board is filtered.
 *
 * @param name of the field, as it stands in the address
 * @param title what the reader calls it
 * @param chosen empty if it leaves out nothing
 * @param without the address of the board without it
 */
record ChoiceView(
    String name,
    String title,
    List<OptionView> options,
    Optional<OptionView> chosen,
    String without) {
  /** What can be chosen. */
  record OptionView(String value, String words) {}
}
