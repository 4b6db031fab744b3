package io.tarn.pool.device;

import io.tarn.pool.testing.InMemoryEmc;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

class InMemoryEmcTest extends EmcDriverContract {

  @Override
  protected EmcDriver driver(InMemoryEmc emc, @Nullable UUID meant) {
    return emc.meantFor(meant);
  }
}
