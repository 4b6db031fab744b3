package io.tarn.emulator.table;

import java.io.IOException;

/** Keeps a table in memory; can be told to fail. */
public final class InMemoryTableStore implements TableStore {

  private Table table;
  private boolean failing;
  private int appends;

  /** Holds a table. */
  public InMemoryTableStore(Table table) {
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
  public void replace(Table earlier) throws IOException {
    if (failing) {
      throw new IOException("told to fail");
    }
    table = earlier;
  }

  @Override
  public void close() {}

  /** What it holds. */
  public Table table() {
    return table;
  }

  int appends() {
    return appends;
  }

  void failFromNowOn() {
    failing = true;
  }
}
