package io.tarn.pool.device;

import io.tarn.pool.testing.InMemoryEmc;

class InMemoryEmcTest extends EmcDriverContract {

  @Override
  protected EmcDriver driver(InMemoryEmc emc) {
    return emc;
  }
}
