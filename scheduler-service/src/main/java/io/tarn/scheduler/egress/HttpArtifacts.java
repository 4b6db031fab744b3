package io.tarn.scheduler.egress;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.scheduler.prediction.ArtifactSource;
import java.io.IOException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Pairs over the trainer's REST API. */
public final class HttpArtifacts implements ArtifactSource {

  private static final int MOST_BYTES = 256 << 20;

  private final RestClient client;

  /**
   * @param client at the trainer, with bounds on every call
   */
  public HttpArtifacts(RestClient client) {
    this.client = client;
  }

  @Override
  public Artifact fetch(String pairId) {
    return new Artifact(
        part(pairId, ArtifactPart.MANIFEST),
        part(pairId, ArtifactPart.SIGNATURE),
        part(pairId, ArtifactPart.FOREST),
        part(pairId, ArtifactPart.GBM));
  }

  private byte[] part(String pairId, ArtifactPart part) {
    return client
        .get()
        .uri("/v1/models/{pairId}/artifact/{file}", pairId, part.fileName())
        .exchangeForRequiredValue(
            (sent, answer) -> {
              if (!answer.getStatusCode().is2xxSuccessful()) {
                throw new RestClientException(
                    part.fileName() + ": status " + answer.getStatusCode().value());
              }
              return bounded(part, answer.getBody().readNBytes(MOST_BYTES + 1));
            });
  }

  private static byte[] bounded(ArtifactPart part, byte[] bytes) throws IOException {
    if (bytes.length > MOST_BYTES) {
      throw new IOException(part.fileName() + " has more than " + MOST_BYTES + " bytes");
    }
    return bytes;
  }
}
