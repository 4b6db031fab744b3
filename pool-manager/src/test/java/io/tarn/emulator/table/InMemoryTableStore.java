package io.tarn.emulator.table;

import java.io.IOException;

/** Keeps a table in memory; can be told to fail. */
final class InMemoryTableStore implements TableStore {

  private Table table;
  private boolean failing;
  private int appends;

  InMemoryTableStore(Table table) {
    this.table = table;
  }

  @Override
  public void append(TableUpdate update, Table after) throws IOException {
    if (failing) {
      throw new IOException("told to fail");
    }
    table = table.apply(update);
    appends++;
  }

  @Override
  public void close() {}

  Table table() {
    return table;
  }

  int appends() {
    return appends;
  }

  void failFromNowOn() {
    failing = true;
  }
}
