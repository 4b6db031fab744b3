package io.tarn.cot;

import io.tarn.cot.ring.KetamaRing;
import io.tarn.cot.ring.ModuloRing;
import io.tarn.cot.ring.Ring;
import java.util.List;

/** The rings to choose from. */
enum RingKind {
  /** 160 points for each back end. */
  KETAMA,
  /** The hash of the key modulo the number of back ends. */
  MODULO;

  Ring over(List<String> backEnds) {
    return switch (this) {
      case KETAMA -> KetamaRing.of(backEnds);
      case MODULO -> new ModuloRing(backEnds);
    };
  }
}
