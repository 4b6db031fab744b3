package io.tarn.emulator.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.emulator.journal.TableJournal.Opened;
import io.tarn.emulator.table.Entry;
import io.tarn.emulator.table.Table;
import io.tarn.emulator.table.TableUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableJournalTest {

  private static final int CAPACITY = 16;
  private static final int FILE_BYTES = 2048;
  private static final UUID DEVICE = UUID.fromString("0f0e0d0c-0b0a-4908-8706-050403020100");
  // what a device is called that has no identity of its own; these have one
  private static final UUID OTHER = UUID.fromString("11111111-1111-4111-8111-111111111111");

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("p1.emc");
  }

  @Test
  void open_afterRestart_hasEveryUpdate() throws IOException {
    List<Table> states = writtenWith(5, 3);
    assertThat(reopened()).isEqualTo(states.get(states.size() - 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void open_afterManyUpdatesAndCompactions_hasEveryUpdate(long seed) throws IOException {
    List<Table> states = writtenWith(seed, 300);
    assertThat(reopened()).isEqualTo(states.get(states.size() - 1));
    assertThat(Files.size(file)).isEqualTo(FILE_BYTES);
  }

  @Test
  void open_lastWriteCutAnywhere_hasTheStateBeforeAndGoesOn() throws IOException {
    List<Table> states = writtenWith(7, 6);
    Table before = states.get(states.size() - 2);
    Table after = states.get(states.size() - 1);
    byte[] whole = Files.readAllBytes(file);
    int end = endOfFrames(whole);
    int start = startOfLastFrame(whole);

    for (int cut = start; cut <= end; cut++) {
      byte[] torn = whole.clone();
      Arrays.fill(torn, cut, end, (byte) 0);
      boolean complete = Arrays.equals(torn, whole);
      Files.write(file, torn);

      Opened opened = TableJournal.open(file, "p1", OTHER);
      assertThat(opened.table()).as("cut at %d", cut).isEqualTo(complete ? after : before);
      TableUpdate next = new TableUpdate(99, List.of(new Entry(3, 9, 1000, 1000)));
      Table expected = opened.table().apply(next);
      opened.journal().append(next, expected);
      opened.journal().close();
      assertThat(reopened()).as("going on after a cut at %d", cut).isEqualTo(expected);
    }
  }

  @Test
  void open_lastWriteWithLostSectors_hasTheStateBefore() throws IOException {
    Table big = Table.factoryNew(DEVICE, 1024);
    Opened opened = TableJournal.create(file, "p1", DEVICE, 1024, 128 << 10);
    opened.journal().append(new TableUpdate(4, List.of()), big);
    Table before = big.apply(new TableUpdate(4, List.of()));
    opened.journal().append(new TableUpdate(5, big.entries()), big);
    opened.journal().close();
    byte[] whole = Files.readAllBytes(file);
    int end = endOfFrames(whole);
    int start = startOfLastFrame(whole);
    assertThat(end - start).isGreaterThan(30 * 512);

    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      byte[] torn = whole.clone();
      int lost = start / 512 + random.nextInt((end - start) / 512 - 1) + 1;
      for (int sector = start / 512 + 1; sector * 512 < end; sector++) {
        if (sector == lost || random.nextBoolean()) {
          Arrays.fill(torn, sector * 512, Math.min(end, (sector + 1) * 512), (byte) 0);
        }
      }
      Files.write(file, torn);
      if (!Arrays.equals(torn, whole)) {
        assertThat(reopened()).isEqualTo(before);
      }
    }
  }

  @Test
  void open_oneByteDamagedAnywhere_isRefusedOrOnlyTheLastWriteIsDropped() throws IOException {
    List<Table> states = writtenWith(13, 8);
    Table before = states.get(states.size() - 2);
    Table after = states.get(states.size() - 1);
    byte[] whole = Files.readAllBytes(file);
    int end = endOfFrames(whole);
    int start = startOfLastFrame(whole);

    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x41;
      Files.write(file, damaged);
      if (at < start) {
        assertThatThrownBy(this::reopened)
            .as("byte %d", at)
            .isInstanceOf(DamagedTableException.class)
            .hasMessageContaining("p1.emc is damaged");
        assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
      } else {
        assertThat(reopened()).as("byte %d", at).isEqualTo(at < end ? before : after);
      }
    }
  }

  @Test
  void open_shortenedToAnyLength_isRefused() throws IOException {
    writtenWith(17, 4);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(this::reopened)
          .as("length %d", length)
          .isInstanceOf(DamagedTableException.class);
    }
  }

  @Test
  void open_recordMissingInTheMiddle_isRefused() throws IOException {
    writtenWith(19, 5);
    byte[] whole = Files.readAllBytes(file);
    int second = JournalHeader.BYTES + Frame.bytesFor(CAPACITY);
    int third = second + frameBytes(whole, second);
    byte[] spliced = new byte[whole.length];
    System.arraycopy(whole, 0, spliced, 0, second);
    System.arraycopy(whole, third, spliced, second, whole.length - third);
    Files.write(file, spliced);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(DamagedTableException.class)
        .hasMessageContaining("record 3 stands at byte " + second + " instead of 2");
  }

  @Test
  void open_garbageFarBehindTheEnd_isRefused() throws IOException {
    Opened opened = TableJournal.create(file, "p1", DEVICE, CAPACITY, 64 << 10);
    opened.journal().close();
    byte[] whole = Files.readAllBytes(file);
    whole[whole.length - 1] = 1;
    Files.write(file, whole);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(DamagedTableException.class)
        .hasMessageContaining("much follows it");
  }

  @Test
  void append_afterAFailedWrite_isRefusedUntilRestart() throws IOException {
    Opened opened = TableJournal.create(file, "p1", DEVICE, CAPACITY, FILE_BYTES);
    opened.journal().close();
    TableUpdate update = new TableUpdate(1, List.of());
    assertThatThrownBy(() -> opened.journal().append(update, opened.table()))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> opened.journal().append(update, opened.table()))
        .hasMessageContaining("restart the emulator");
  }

  @Test
  void append_noRoomForANewFile_failsAndWorksAgainLater() throws IOException {
    Opened opened = TableJournal.create(file, "p1", DEVICE, CAPACITY, FILE_BYTES);
    Path blocker = directory.resolve("p1.emc.tmp");
    Files.createDirectory(blocker);
    Table table = opened.table();
    long epoch = 0;
    boolean refused = false;
    while (!refused) {
      TableUpdate update = new TableUpdate(++epoch, List.of());
      try {
        opened.journal().append(update, table.apply(update));
        table = table.apply(update);
      } catch (IOException e) {
        refused = true;
      }
    }
    assertThat(reopened()).isEqualTo(table);

    Files.delete(blocker);
    TableUpdate update = new TableUpdate(epoch, List.of());
    opened.journal().append(update, table.apply(update));
    opened.journal().close();
    assertThat(reopened()).isEqualTo(table.apply(update));
  }

  /** States after creation and after each of a number of random updates of a closed journal. */
  private List<Table> writtenWith(long seed, int updates) throws IOException {
    Random random = new Random(seed);
    Opened opened = TableJournal.create(file, "p1", DEVICE, CAPACITY, FILE_BYTES);
    List<Table> states = new ArrayList<>();
    states.add(opened.table());
    Table table = opened.table();
    for (int i = 1; i <= updates; i++) {
      TableUpdate update = new TableUpdate(i, randomEntries(random, table));
      table = table.apply(update);
      opened.journal().append(update, table);
      states.add(table);
    }
    opened.journal().close();
    return states;
  }

  private static List<Entry> randomEntries(Random random, Table table) {
    List<Entry> entries = new ArrayList<>();
    int first = random.nextInt(CAPACITY);
    int count = 1 + random.nextInt(CAPACITY - first);
    for (int slice = first; slice < first + count && entries.size() < 4; slice++) {
      long generation = table.entry(slice).generation() + 1;
      Integer owner = random.nextBoolean() ? random.nextInt(64) : null;
      entries.add(new Entry(slice, owner, generation, random.nextInt(3)));
    }
    return entries;
  }

  private Table reopened() throws IOException {
    Opened opened = TableJournal.open(file, "p1", OTHER);
    opened.journal().close();
    return opened.table();
  }

  private static int frameBytes(byte[] file, int offset) {
    Frame frame = Frame.at(file, offset);
    return frame == null ? 0 : frame.bytes();
  }

  private static int endOfFrames(byte[] file) {
    int offset = JournalHeader.BYTES;
    while (frameBytes(file, offset) > 0) {
      offset += frameBytes(file, offset);
    }
    return offset;
  }

  private static int startOfLastFrame(byte[] file) {
    int offset = JournalHeader.BYTES;
    int last = offset;
    while (frameBytes(file, offset) > 0) {
      last = offset;
      offset += frameBytes(file, offset);
    }
    return last;
  }
}
