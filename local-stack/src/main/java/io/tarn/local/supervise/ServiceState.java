package io.tarn.local.supervise;

/** Where a supervised process is: STARTING -&gt; READY -&gt; (dies) BACKING_OFF -&gt; STARTING. */
public enum ServiceState {
  /** It runs and is not ready yet. */
  STARTING,
  /** It was seen to do its work. */
  READY,
  /** It has ended and will be started again after a pause. */
  BACKING_OFF,
  /** It was told to stop. */
  STOPPED
}
