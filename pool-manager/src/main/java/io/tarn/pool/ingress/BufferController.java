package io.tarn.pool.ingress;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tarn.contracts.Check;
import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.pool.buffer.Buffers;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Free slices and how long they last, over REST. */
@RestController
@RequestMapping("/v1/pools/{poolId}/buffer")
class BufferController {

  private final Buffers buffers;

  BufferController(Buffers buffers) {
    this.buffers = buffers;
  }

  @ApiResponse(responseCode = "200", description = "the forecast as it is now")
  @ApiResponse(responseCode = "404", description = "no such pool")
  @GetMapping
  PoolBuffer get(@PathVariable String poolId) {
    return buffers
        .of(Check.id("poolId", poolId))
        .orElseThrow(() -> Problems.notFound("pool", poolId));
  }
}
