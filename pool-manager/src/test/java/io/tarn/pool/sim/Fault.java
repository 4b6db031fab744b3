package io.tarn.pool.sim;

/** Deliberate faults, each of which the verifier must catch. */
public enum Fault {
  /** A slice is given up by its host as soon as that is asked for. */
  FREE_BEFORE_ACK("free before ack"),
  /** The device obeys a leader that was deposed. */
  NO_EPOCH_CHECK("skip the epoch check"),
  /** The device obeys what is meant for another. */
  NO_DEVICE_CHECK("obey another device's calls"),
  /** The device compares owners only. */
  NO_GENERATION("compare without generation"),
  /** A grant asked for twice is given twice. */
  NO_IDEMPOTENCY("no idempotency on grant"),
  /** A grant that was withdrawn is given when it arrives. */
  PUT_AFTER_TOMBSTONE("PUT after tombstone accepted"),
  /** What the device was asked for is taken for done. */
  TRUSTED_SUCCESS("trust the EMC's success"),
  /** What a host said before it booted counts after. */
  OLD_BOOT_ACK("apply an ack of an old boot"),
  /** A slice is free that nobody erased. */
  NO_SCRUB("reuse without scrub"),
  /** A slice that is partly offline is taken to be offline. */
  LOST_PARTIAL_OFFLINE("lose a partial offline"),
  /** Two managers hold one lease. */
  TWO_LEADERS("two leaders"),
  /** What was on its way back is free after a recovery. */
  RECOVERY_SKIPS_RELEASING("recovery that skips RELEASING"),
  /** Slices on their way back are given out. */
  RELEASING_IS_FREE("count RELEASING as free"),
  /** What is taken from a fenced host is not read back. */
  FENCE_WITHOUT_READ_BACK("fence without read-back"),
  /** A replacement is used while a host still has the failed device's memory online. */
  LOST_IS_GONE("reuse a lost slice before its host let go"),
  /** A grant has memory of two pools. */
  ACROSS_POOLS("fill a grant from another pool"),
  /** What was acknowledged is not in the record. */
  REPLY_BEFORE_COMMIT("reply before the commit");

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  /** The fault in words. */
  public String words() {
    return words;
  }

  Seams seams() {
    return switch (this) {
      case FREE_BEFORE_ACK -> new RecordFaults.FreeBeforeAck();
      case NO_EPOCH_CHECK -> new DeviceFaults.NoEpochCheck();
      case NO_DEVICE_CHECK -> new DeviceFaults.NoDeviceCheck();
      case NO_GENERATION -> new DeviceFaults.NoGeneration();
      case NO_IDEMPOTENCY -> new RecordFaults.NoIdempotency();
      case PUT_AFTER_TOMBSTONE -> new RecordFaults.PutAfterTombstone();
      case TRUSTED_SUCCESS -> new DeviceFaults.TrustedSuccess();
      case OLD_BOOT_ACK -> new DeviceFaults.OldBootAck();
      case NO_SCRUB -> new DeviceFaults.NoScrub();
      case LOST_PARTIAL_OFFLINE -> new DeviceFaults.LostPartialOffline();
      case TWO_LEADERS -> new DeviceFaults.TwoLeaders();
      case RECOVERY_SKIPS_RELEASING -> new RecordFaults.RecoverySkipsReleasing();
      case RELEASING_IS_FREE -> new RecordFaults.ReleasingIsFree();
      case FENCE_WITHOUT_READ_BACK -> new DeviceFaults.FenceWithoutReadBack();
      case LOST_IS_GONE -> new RecordFaults.LostIsGone();
      case ACROSS_POOLS -> new RecordFaults.AcrossPools();
      case REPLY_BEFORE_COMMIT -> new RecordFaults.ReplyBeforeCommit();
    };
  }
}
