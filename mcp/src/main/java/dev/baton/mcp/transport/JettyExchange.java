package dev.baton.mcp.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** An HTTP exchange of Jetty. */
final class JettyExchange implements HttpExchange {
  private static final int CHUNK = 8 * 1024;

  private final Request request;
  private final Response response;
  private final Refusals refusals;
  private boolean isRead;

  JettyExchange(Request request, Response response, Refusals refusals) {
    this.request = request;
    this.response = response;
    this.refusals = refusals;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    return Request.getPathInContext(request);
  }

  @Override
  public String query() {
    return Optional.ofNullable(request.getHttpURI().getQuery()).orElse("");
  }

  @Override
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(Request.extractQueryParameters(request).getValue(name));
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name)).map(String::strip);
  }

  @Override
  public List<String> headers(String name) {
    return request.getHeaders().getValuesList(name);
  }

  @Override
  public byte[] body(int limit) throws IOException, TooLargeException {
    var length = request.getLength();
    if (length > limit) {
      throw new TooLargeException(limit);
    }
    isRead = true;
    var in = Content.Source.asInputStream(request);
    try {
      return length >= 0
          ? in.readNBytes((int) length)
          : read(in, limit).orElseThrow(() -> new TooLargeException(limit));
    } catch (HttpException.RuntimeException e) {
      throw new IOException("The body is not what its head says", e);
    }
  }

  /** All bytes, or empty as soon as there are more than the limit. */
  private static Optional<byte[]> read(InputStream in, int limit) throws IOException {
    var body = new ByteArrayOutputStream();
    var chunk = new byte[CHUNK];
    for (var read = in.read(chunk); read >= 0; read = in.read(chunk)) {
      body.write(chunk, 0, read);
      if (body.size() > limit) {
        return Optional.empty();
      }
    }
    return Optional.of(body.toByteArray());
  }

  @Override
  public InputStream input() {
    isRead = true;
    return Content.Source.asInputStream(request);
  }

  @Override
  public void discardBody(long bytes) throws IOException {
    var in = Content.Source.asInputStream(request);
    var chunk = new byte[CHUNK];
    for (var left = bytes; left > 0; ) {
      var read = in.read(chunk);
      if (read < 0) {
        return;
      }
      left -= read;
    }
  }

  @Override
  public void abort() {
    request.getConnectionMetaData().getConnection().getEndPoint().close();
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public void respond(int status, Map<String, String> headers, byte[] body) throws IOException {
    head(status, headers);
    if (!isRead && hasBody()) {
      // why: a connection with the rest of a body in it is closed, and the client has to know
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    }
    Content.Sink.write(response, true, ByteBuffer.wrap(body));
  }

  private boolean hasBody() {
    return request.getLength() > 0 || header(HttpHeader.TRANSFER_ENCODING.asString()).isPresent();
  }

  @Override
  public OutputStream stream(Map<String, String> headers) throws IOException {
    head(200, headers);
    return Content.Sink.asOutputStream(response);
  }

  private void head(int status, Map<String, String> headers) {
    response.setStatus(status);
    headers.forEach(response.getHeaders()::put);
  }
}
