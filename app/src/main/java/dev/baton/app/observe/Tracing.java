package dev.baton.app.observe;

import dev.baton.mcp.request.ServerObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A span for every request and task, in the trace that the caller names in {@code _meta}. Thread
 * safe.
 */
final class Tracing implements ServerObserver {
  /** Reads trace context from {@code _meta}, whose keys are those of the W3C headers. */
  private static final TextMapGetter<ObjectNode> META =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(ObjectNode meta) {
          return meta.propertyNames();
        }

        @Override
        public @Nullable String get(@Nullable ObjectNode meta, String key) {
          return meta != null && meta.path(key).isString() ? meta.path(key).stringValue() : null;
        }
      };

  private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);
  private static final String PROTOCOL = "otel.exporter.otlp.protocol";

  /** What holds unless the environment says otherwise: the one way of sending that is on board. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          PROTOCOL,
          "http/protobuf",
          "otel.service.name",
          "baton",
          "otel.metrics.exporter",
          "none",
          "otel.logs.exporter",
          "none");

  private final Tracer tracer;
  private final TextMapPropagator propagator;

  public Tracing(OpenTelemetry telemetry) {
    tracer = telemetry.getTracer("dev.baton.mcp");
    propagator = telemetry.getPropagators().getTextMapPropagator();
  }

  /**
   * Tracing as OpenTelemetry's environment variables ask for it, or none: a start that sends no
   * traces does not pay for them.
   */
  public static ServerObserver fromEnvironment(Map<String, String> environment) {
    var isWanted =
        environment.keySet().stream()
            .anyMatch(
                name ->
                    name.equals("OTEL_TRACES_EXPORTER") || name.startsWith("OTEL_EXPORTER_OTLP_"));
    return isWanted ? started(environment) : ServerObserver.NONE;
  }

  private static ServerObserver started(Map<String, String> environment) {
    try {
      return new Tracing(
          AutoConfiguredOpenTelemetrySdk.builder()
              .addPropertiesSupplier(() -> DEFAULTS)
              .addPropertiesCustomizer(_ -> properties(environment))
              .build()
              .getOpenTelemetrySdk());
    } catch (ConfigurationException e) {
      LOG.warn(
          "No traces are sent, because OpenTelemetry's variables cannot be followed: {}. Baton"
              + " sends them as {} only.",
          Optional.ofNullable(e.getCause()).orElse(e).getMessage(),
          DEFAULTS.get(PROTOCOL));
      return ServerObserver.NONE;
    }
  }

  /** The variables as OpenTelemetry names its settings. */
  private static Map<String, String> properties(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(variable -> variable.getKey().startsWith("OTEL_"))
        .collect(
            Collectors.toMap(
                variable -> variable.getKey().toLowerCase(Locale.ROOT).replace('_', '.'),
                Map.Entry::getValue));
  }

  @Override
  public <T> T around(Work work, Callable<T> doing) throws Exception {
    var span = start(work, parent(work));
    try (var _ = span.makeCurrent()) {
      return doing.call();
    } catch (Exception e) {
      span.recordException(e);
      span.setStatus(StatusCode.ERROR);
      throw e;
    } finally {
      span.end();
    }
  }

  /** The request that this call is a step of, or else what the caller names. */
  private Context parent(Work work) {
    return Span.current().getSpanContext().isValid()
        ? Context.current()
        : propagator.extract(Context.root(), work.meta(), META);
  }

  private Span start(Work work, Context parent) {
    var what = work.name().isEmpty() ? work.method() : work.method() + " " + work.name();
    var span =
        tracer
            .spanBuilder(work.kind() == Kind.TASK ? "task " + what : what)
            .setParent(parent)
            .setSpanKind(work.kind() == Kind.TASK ? SpanKind.INTERNAL : SpanKind.SERVER)
            .setAttribute("mcp.method.name", work.method())
            .setAttribute("mcp.protocol.version", work.client().protocolVersion())
            .setAttribute("enduser.id", work.owner().name());
    if (!work.name().isEmpty()) {
      span.setAttribute(
          work.method().equals("tools/call") ? "gen_ai.tool.name" : "gen_ai.prompt.name",
          work.name());
    }
    return span.startSpan();
  }
}
