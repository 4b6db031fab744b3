package io.tarn.emulator.table;

import java.io.Closeable;
import java.io.IOException;

/** Where a controller keeps its table. */
public interface TableStore extends Closeable {

  /**
   * Makes an update durable; when this returns it survives a kill at any later moment.
   *
   * @param update what changed
   * @param after the table with the update applied, for stores that rewrite it as a whole
   * @throws IOException when it may not be durable; it then may or may not show after a restart
   */
  void append(TableUpdate update, Table after) throws IOException;

  /**
   * Makes a table durable that may be an earlier one, its highest epoch too.
   *
   * @throws IOException when it may not be durable
   */
  void replace(Table table) throws IOException;
}
