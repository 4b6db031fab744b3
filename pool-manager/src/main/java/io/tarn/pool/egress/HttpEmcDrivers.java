package io.tarn.pool.egress;

import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.device.EmcDrivers;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Drivers of EMCs that answer over HTTP. This service's token is not sent: a device is no service
 * of ours.
 */
public final class HttpEmcDrivers implements EmcDrivers {

  private final HttpClient http;
  private final JsonMapper json;
  private final EmcProperties properties;

  /**
   * @param properties how long they may take
   */
  public HttpEmcDrivers(EmcProperties properties) {
    this.properties = properties;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(properties.connectTimeout())
            .build();
    this.json =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  }

  @Override
  public EmcDriver at(URI emc, @Nullable UUID deviceId) {
    return new HttpEmcDriver(new EmcCalls(http, json, emc, deviceId, properties.callTimeout()));
  }
}
