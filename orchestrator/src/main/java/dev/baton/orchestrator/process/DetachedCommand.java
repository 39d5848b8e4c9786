package dev.baton.orchestrator.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A program to run, complete: it sees these variables and no others.
 *
 * @param processId names the program; its processes carry it in the variable {@link #MARKER}
 * @param command the program and its arguments; the program is looked for on the {@code PATH} of
 *     {@code environment}
 */
public record DetachedCommand(
    UUID processId,
    List<String> command,
    Path workingDirectory,
    Map<String, String> environment,
    ProgramInput input) {
  /** What a program finds on its standard input. */
  public sealed interface ProgramInput {
    /** Nothing: it reads the end at once. */
    record Nothing() implements ProgramInput {}

    /** This text, and then the end. */
    record Text(String text) implements ProgramInput {}

    /**
     * A pipe that begins with this text and stays open, also while no server runs, until {@link
     * InputPipe#close()}.
     */
    record Pipe(String first) implements ProgramInput {}
  }

  /** The variable by which processes are recognised that left the tree of their program. */
  static final String MARKER = "BATON_PROCESS_ID";

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  public DetachedCommand {
    command = List.copyOf(command);
    var variables = new LinkedHashMap<>(environment);
    variables.put(MARKER, processId.toString());
    environment = Collections.unmodifiableMap(variables);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("The command is empty; it needs a program");
    }
    if (!environment.containsKey("PATH")) {
      throw new IllegalArgumentException("The environment has no PATH; programs need one");
    }
    command.forEach(argument -> refuseNul("Argument", argument));
    environment.forEach(DetachedCommand::checkVariable);
  }

  private static void checkVariable(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Variable '%s' has a name that shells cannot set; use letters, digits and _"
              .formatted(name));
    }
    refuseNul("Variable " + name, value);
  }

  private static void refuseNul(String what, String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "%s holds a NUL character, which no program can be given".formatted(what));
    }
  }

  /** The part of the wrapper's script that sets the directory and the arguments. */
  String commandScript() {
    var script = new StringBuilder();
    script.append("directory=").append(quoted(workingDirectory.toString())).append("\nset --");
    command.forEach(argument -> script.append(' ').append(quoted(argument)));
    return script.append('\n').toString();
  }

  /** The part of the wrapper's script that sets the variables. */
  String environmentScript() {
    var script = new StringBuilder();
    environment.forEach(
        (name, value) ->
            script.append("export ").append(name).append('=').append(quoted(value)).append('\n'));
    return script.toString();
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
