package io.tarn.trainer.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.model.ArtifactPart;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.ingress.CsvTrainingData;
import io.tarn.trainer.testing.CsvFiles;
import io.tarn.trainer.testing.TestData;
import io.tarn.trainer.testing.TestTraining;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainOnceTest {

  private static final Dataset DATA = TestData.of(120, 5_000, 3);

  @TempDir private Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Path key = Path.of("key");
  private Path out = Path.of("out");

  @BeforeEach
  void setUp() throws IOException {
    key = directory.resolve("key.pem");
    out = directory.resolve("out");
    Files.writeString(key, TestTraining.privateKeyPem());
    CsvFiles.write(DATA, directory);
  }

  @Test
  void csv_writtenAndRead_isTheSameDataset() {
    Dataset read = new CsvTrainingData(directory).read(182);

    assertThat(read).isEqualTo(DATA);
    assertThat(read.sha256()).isEqualTo(DATA.sha256());
  }

  @Test
  void run_firstAndThenWorse_promotesAndThenKeeps() throws IOException {
    assertThat(run()).as(said.toString(UTF_8)).isZero();
    byte[] first = Files.readAllBytes(out.resolve(ArtifactPart.MANIFEST.fileName()));

    assertThat(run("--tarn.training.confidence=0.999")).isEqualTo(10);

    assertThat(said.toString(UTF_8)).contains("kept: would put");
    assertThat(Files.readAllBytes(out.resolve(ArtifactPart.MANIFEST.fileName()))).isEqualTo(first);
  }

  @Test
  void run_tooLittleData_exitsWithEleven() throws IOException {
    List<VmRow> few = DATA.vms().subList(0, 10);
    CsvFiles.write(new Dataset(DATA.workloads(), few, List.of()), directory);

    assertThat(run()).isEqualTo(11);
    assertThat(out).doesNotExist();
  }

  @Test
  void run_brokenInput_exitsWithOneAndSaysWhy() throws IOException {
    fails("has no column region", () -> rewrite("vms.csv", "region", "place"));
    fails("cannot read", () -> Files.delete(directory.resolve("workloads.csv")));
    fails("no -----BEGIN PRIVATE KEY-----", () -> Files.writeString(key, "no key"));
  }

  @Test
  void run_manyDamagedRows_exitsWithOneNamingALine() throws IOException {
    rewrite("vms.csv", ",4096,", ",NaN,");

    assertThat(run()).isEqualTo(1);
    assertThat(said.toString(UTF_8)).contains("rows are not believed").contains("memory_mib is");
  }

  @Test
  void run_withoutOptions_saysWhatIsNeeded() {
    assertThat(TrainOnce.run(new String[0], new PrintStream(said, true, UTF_8))).isEqualTo(1);
    assertThat(said.toString(UTF_8)).contains("--tarn.training.data-directory=DIR");
  }

  private interface Damage {

    void run() throws IOException;
  }

  private void fails(String reason, Damage damage) throws IOException {
    damage.run();
    said.reset();
    assertThat(run()).isEqualTo(1);
    assertThat(said.toString(UTF_8)).contains(reason);
    CsvFiles.write(DATA, directory);
  }

  private void rewrite(String file, String from, String to) throws IOException {
    Path path = directory.resolve(file);
    Files.writeString(path, Files.readString(path).replace(from, to));
  }

  private int run(String... more) {
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "--tarn.training.once=182",
                    "--tarn.training.data-directory=" + directory,
                    "--tarn.training.signing-key-file=" + key,
                    "--tarn.training.budget-percent=6",
                    "--tarn.training.confidence=0.9",
                    "--tarn.training.least.judged-vms=50",
                    "--tarn.training.least.fit-workloads=20",
                    "--tarn.training.forest.trees=20",
                    "--tarn.training.boost.trees=20",
                    "--out=" + out),
                Stream.of(more))
            .toArray(String[]::new);
    return TrainOnce.run(arguments, new PrintStream(said, true, UTF_8));
  }
}
