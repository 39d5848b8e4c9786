package dev.baton.app.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import dev.baton.app.program.VisibleControls;
import dev.baton.database.StorageException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sends the log to standard error, warnings and worse; {@code BATON_LOG} names another level, and
 * {@code BATON_LOG_FORMAT=json} makes every line a JSON object, with what the request was in it.
 * Logback finds this class as a service. In code and not in XML, because a parser would cost every
 * start of the program.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  static final String LEVEL_VARIABLE = "BATON_LOG";
  static final String FORMAT_VARIABLE = "BATON_LOG_FORMAT";

  /** For logback. */
  public LogSetup() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var encoder = "json".equals(System.getenv(FORMAT_VARIABLE)) ? new JsonEncoder() : lines();
    encoder.setContext(context);
    encoder.start();

    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(context);
    console.setName("standard error");
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();

    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(System.getenv(LEVEL_VARIABLE), Level.WARN));
    root.addAppender(console);
    // why: it warns of every keyword that the schema language leaves to others
    context.getLogger("com.networknt").setLevel(Level.ERROR);
    var isQuiet = root.getLevel().isGreaterOrEqual(Level.INFO);
    quietScheduler(context, isQuiet);
    if (isQuiet) {
      console.addFilter(new OutageFilter());
      // why: its pool warns of every connection that a database which is away has cut
      context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
    }
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Without what a server says once in its own words, or nobody can do anything about. */
  private static void quietScheduler(LoggerContext context, boolean isQuiet) {
    var name = "com.github.kagkarlsson.scheduler.";
    // why: it warns of the attempts of every other server that shares the database
    context.getLogger(name + "TaskResolver").setLevel(isQuiet ? Level.ERROR : Level.DEBUG);
    // why: each of them tells of a database that is away or slow, every few seconds and at length
    for (var part :
        List.of("Scheduler", "RunUntilShutdown", "RunAndLogErrors", "jdbc.JdbcTaskRepository")) {
      context.getLogger(name + part).setLevel(isQuiet ? Level.OFF : Level.DEBUG);
    }
  }

  /**
   * Leaves out whoever else notices that the database cannot be reached, which it says itself; and
   * that what the scheduler ran was taken up anew when it was back.
   */
  private static final class OutageFilter extends Filter<ILoggingEvent> {
    private static final String TAKEN_UP =
        "com.github.kagkarlsson.scheduler.exceptions.ExecutionException";

    @Override
    public FilterReply decide(ILoggingEvent event) {
      return event.getThrowableProxy() instanceof ThrowableProxy proxy
              && (StorageException.isOutage(proxy.getThrowable())
                  || proxy.getClassName().equals(TAKEN_UP))
          ? FilterReply.DENY
          : FilterReply.NEUTRAL;
    }
  }

  private static PatternLayoutEncoder lines() {
    var encoder =
        new PatternLayoutEncoder() {
          @Override
          public byte[] encode(ILoggingEvent event) {
            return VisibleControls.onStandardError(getLayout().doLayout(event))
                .getBytes(StandardCharsets.UTF_8);
          }
        };
    encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n");
    return encoder;
  }
}
