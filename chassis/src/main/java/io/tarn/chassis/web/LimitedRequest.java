package io.tarn.chassis.web;

import io.tarn.chassis.problem.BodyTooLargeException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request whose body ends with an exception where it becomes too long. */
final class LimitedRequest extends HttpServletRequestWrapper {

  private final long limit;
  private @Nullable LimitedStream stream;

  LimitedRequest(HttpServletRequest request, long limit) {
    super(request);
    this.limit = limit;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    if (stream == null) {
      stream = new LimitedStream(super.getInputStream(), limit);
    }
    return stream;
  }

  @Override
  public BufferedReader getReader() throws IOException {
    String encoding = getCharacterEncoding();
    Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
    return new BufferedReader(new InputStreamReader(getInputStream(), charset));
  }

  /** Counts what is read. */
  private static final class LimitedStream extends ServletInputStream {

    private final ServletInputStream body;
    private final long limit;
    private long read;

    LimitedStream(ServletInputStream body, long limit) {
      this.body = body;
      this.limit = limit;
    }

    @Override
    public int read() throws IOException {
      int value = body.read();
      count(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = body.read(bytes, offset, length);
      count(Math.max(0, count));
      return count;
    }

    private void count(int bytes) throws BodyTooLargeException {
      read += bytes;
      if (read > limit) {
        throw new BodyTooLargeException(limit);
      }
    }

    @Override
    public boolean isFinished() {
      return body.isFinished();
    }

    @Override
    public boolean isReady() {
      return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      body.setReadListener(listener);
    }
  }
}
