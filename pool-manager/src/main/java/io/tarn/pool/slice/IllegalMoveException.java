package io.tarn.pool.slice;

/** A slice was to change in a way that its state does not allow; a bug. */
public final class IllegalMoveException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IllegalMoveException(Slice slice, SliceRecord record) {
    super("slice " + slice + " cannot take " + record);
  }

  static void unless(boolean allowed, Slice slice, SliceRecord record) {
    if (!allowed) {
      throw new IllegalMoveException(slice, record);
    }
  }
}
