package io.distid.bench.nodes;

import static io.distid.bench.nodes.ThreadFileSamples.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.Ordering;
import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.MergedNodes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodesCheckTest {
    private static final int FILES = 4;
    private static final int IDS = 750_000;

    @TempDir
    Path folder;

    @Test
    void displacementOfAKnownPermutation() throws IOException {
        long[] ids = LongStream.range(0, 1000).map(i -> i == 0 ? 1000 : i).toArray();

        NodesCheck check = check(new ThreadFileSamples(folder).file(0, 0, block(0, 1000, ids)), Ordering.PER_GENERATOR);

        // The first id belongs to the end, and each of the others one place further to the front.
        assertThat(check.result()).isEqualTo(new MergedNodes(1, 1000, 0, 1e9, 999, 999, 999, 1, false));
        assertThat(check.fault())
                .startsWith("claims order per generator, which does not hold among 1 processes: "
                        + "1 (node 0, thread 0, call 2) is not greater than 1000 (node 0, thread 0, call 1)");
    }

    @Test
    void displacementAcrossNodesThatTakeTurns() throws IOException {
        ThreadFileSamples files = new ThreadFileSamples(folder)
                .file(0, 0, block(0, 1, 101), block(4, 5, 102), block(8, 9, 103))
                .file(1, 0, block(2, 3, 1), block(6, 7, 2), block(10, 11, 3));

        NodesCheck check = NodesCheck.of(files.of(2), Ordering.PER_GENERATOR, 1, folder, Steps.NONE);

        // Issued 101 1 102 2 103 3, sorted 1 2 3 101 102 103: 101 and 3 are 3 places off.
        assertThat(check.result().displacement()).isEqualTo(3);
        assertThat(check.result().inversionsAcross()).isEqualTo(3);
        assertThat(check.result().inversionsPerNode()).isZero();
        assertThat(check.fault()).isNull();
    }

    @Test
    void whatMayHaveBeenIssuedInOrderIsNotDisplaced() throws IOException {
        ThreadFileSamples files =
                new ThreadFileSamples(folder).file(0, 0, block(0, 10, 2, 4, 6)).file(1, 0, block(0, 10, 1, 3, 5));

        assertThat(NodesCheck.of(files.of(2), Ordering.GLOBAL, 1, folder, Steps.NONE)
                        .result()
                        .displacement())
                .isZero();
    }

    /** One node made enough, and the other four. */
    @Test
    void tooFewIdsOfOneNodeShowNothing() throws IOException {
        ThreadFileSamples files = new ThreadFileSamples(folder)
                .file(0, 0, block(0, 1, LongStream.range(1, 2_000).toArray()))
                .file(1, 0, block(0, 1, 5_001, 5_002), block(2, 3, 5_003, 5_004));

        NodesCheck check = NodesCheck.of(files.of(2), Ordering.PER_GENERATOR, 1_000, folder, Steps.NONE);

        assertThat(check.fault()).isNull();
        assertThat(check.result().tooFew()).isTrue();
        assertThat(check.notShown())
                .isEqualTo(
                        "of 2 processes one made 4 ids, and fewer than 1,000 show neither that none repeats nor their"
                                + " order");
        assertThat(check.summary()).startsWith("2.00 k ids, not shown, ");
    }

    @Test
    void theFirstRepeatIsTheOneThatWasIssuedAgainFirst() throws IOException {
        ThreadFileSamples files = new ThreadFileSamples(folder)
                .file(0, 0, block(0, 10, 5), block(10, 20, 9))
                .file(1, 0, block(30, 40, 9), block(50, 60, 5), block(70, 80, 5));

        NodesCheck check = NodesCheck.of(files.of(2), Ordering.NONE, 1, folder, Steps.NONE);

        assertThat(check.result().duplicates()).isEqualTo(3);
        assertThat(check.firstRepeat()).extracting(IdIssue::id).containsExactly("9", "9");
        assertThat(check.firstRepeat()).extracting(issue -> issue.file().node()).containsExactly(0, 1);
        assertThat(check.firstRepeat()).extracting(IdIssue::returned).containsExactly(20L, 40L);
    }

    @Test
    void whereNoIdRepeatsThereIsNoFirstRepeat() throws IOException {
        ThreadFileSamples files =
                new ThreadFileSamples(folder).file(0, 0, block(0, 10, 5)).file(1, 0, block(0, 10, 6));

        assertThat(NodesCheck.of(files.of(2), Ordering.NONE, 1, folder, Steps.NONE)
                        .firstRepeat())
                .isEmpty();
    }

    @Test
    void aDuplicateIsReportedWithBothPlaces() throws IOException {
        ThreadFileSamples files = new ThreadFileSamples(folder)
                .file(0, 0, block(0, 10, 1, 7))
                .file(1, 1, block(20, 30, 8), block(30, 40, 9, 7));

        NodesCheck check = NodesCheck.of(files.of(2), Ordering.NONE, 1, folder, Steps.NONE);

        assertThat(check.fault())
                .isEqualTo("1 duplicates among 2 processes: "
                        + "7 (node 0, thread 0, call 2) and again (node 1, thread 1, call 3)");
    }

    /** 3 million ids need 72 MB in memory; the JVM that compares them has 48 MB. */
    @Test
    void findsAPlantedDuplicateAmongMoreIdsThanFitTheHeap() throws IOException, InterruptedException {
        Process small = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx48m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodesCheckTest.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(small.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(small.waitFor()).as(output).isZero();
        assertThat(output.strip())
                .isEqualTo("3000000 ids: 1 duplicates among 4 processes: "
                        + "645679 (node 0, thread 0, call 645679) and again (node 3, thread 0, call 234568)");
    }

    /**
     * Writes four thread files with one id in two of them, and prints what is found.
     *
     * @param args the folder
     * @throws IOException if it is full
     */
    public static void main(String[] args) throws IOException {
        ThreadFileSamples files = new ThreadFileSamples(Path.of(args[0]));
        for (int node = 0; node < FILES; node++) {
            ThreadFileSamples.Block[] blocks = new ThreadFileSamples.Block[IDS / 2500];
            // Kept small: the blocks of one file are in memory for a moment.
            for (int b = 0; b < blocks.length; b++) {
                long first = (long) node * IDS + b * 2500L + 1;
                int planted = node == 3 && b == 234_567 / 2500 ? 234_567 % 2500 : -1;
                long[] ids = new long[2500];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = i == planted ? 645_679 : first + i;
                }
                blocks[b] = block(b, b + 1, ids);
            }
            files.file(node, 0, blocks);
        }
        NodesCheck check = NodesCheck.of(files.of(FILES), Ordering.NONE, 1, Path.of(args[0]), Steps.NONE);
        System.out.println(check.result().ids() + " ids: " + check.fault());
    }

    @Test
    void fullDiskIsReported() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));

        assertThatThrownBy(() -> {
                    try (ThreadFileWriter writer = new ThreadFileWriter(full)) {
                        writer.add(new long[] {1}, 1, 1, 0, 1);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left on device");
    }

    @Test
    void roomIsSeenToBeforehand() {
        try (WorkFolder work = new WorkFolder(folder)) {
            work.require(1_000, 40);
            assertThatThrownBy(() -> work.require(2_000_000_000, 1L << 40))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching("2,000,000,000 ids may need \\d+\\.\\d GB in " + folder
                            + ", which has \\d+\\.\\d GB free: .*");
        }
        assertThat(folder).isEmptyDirectory();
    }

    private NodesCheck check(ThreadFileSamples files, Ordering claimed) throws IOException {
        return NodesCheck.of(files.of(1), claimed, 1, folder, Steps.NONE);
    }
}
