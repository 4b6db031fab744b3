package io.tarn.chassis.web;

import io.tarn.chassis.identity.ServiceToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Makes clients of other services, with this service's token and a bound on every call. */
public final class ServiceClients {

  private final ServiceToken token;

  /**
   * @param token sent with every call
   */
  public ServiceClients(ServiceToken token) {
    this.token = token;
  }

  /**
   * A client of the service at a URL.
   *
   * @param connectTimeout how long a connection may take
   * @param readTimeout how long an answer may take
   */
  public RestClient at(URI service, Duration connectTimeout, Duration readTimeout) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connectTimeout)
            .build();
    JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
    requests.setReadTimeout(readTimeout);
    return RestClient.builder()
        .baseUrl(service)
        .requestFactory(requests)
        .requestInitializer(
            request ->
                token.current().ifPresent(bearer -> request.getHeaders().setBearerAuth(bearer)))
        .build();
  }
}
