package io.distid.bench.nodes;

import static io.distid.bench.nodes.ThreadFileSamples.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.Ordering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InversionScanTest {
    @TempDir
    Path folder;

    private ThreadFileSamples files;

    @BeforeEach
    void empty() {
        files = new ThreadFileSamples(folder);
    }

    @Test
    void blocksThatOverlapHaveNoOrder() throws IOException {
        files.file(0, 0, block(0, 5, 10, 20)).file(1, 0, block(3, 8, 15)).file(1, 1, block(5, 9, 11));

        assertInversions(0, 0, 0);
    }

    @Test
    void anIdBelowOneOfABlockThatHadReturnedIsAnInversion() throws IOException {
        files.file(0, 0, block(0, 5, 10, 20)).file(1, 0, block(6, 8, 15, 30));

        InversionScan scan = assertInversions(0, 0, 1);
        assertThat(scan.examples(Ordering.GLOBAL))
                .containsExactly("15 (node 1, thread 0, call 1) is not greater than 20 (node 0, thread 0, call 2), "
                        + "which had been returned before");
    }

    @Test
    void threadsOfOneNodeBreakTheOrderOfTheNodeButNotTheirOwn() throws IOException {
        files.file(0, 0, block(0, 5, 20)).file(0, 1, block(6, 8, 15)).file(1, 0, block(9, 10, 21));

        assertInversions(0, 1, 1);
    }

    @Test
    void aThreadKnowsTheOrderOfItsOwnCallsWithinABlock() throws IOException {
        files.file(0, 0, block(0, 5, 20, 15, 16, 21, 21), block(5, 6, 1));

        assertInversions(4, 4, 4);
    }

    @Test
    void uuidsCompareAsUnsignedNumbers() throws IOException {
        files = new ThreadFileSamples(folder, 2);
        files.file(0, 0, block(0, 5, Long.MAX_VALUE, -1, Long.MIN_VALUE, 0), block(6, 7, -1, Long.MAX_VALUE));
        files.file(1, 0, block(8, 9, -1, Long.MIN_VALUE), block(10, 11, 1, -1));

        assertInversions(1, 1, 1);
    }

    @Test
    void tellsBetweenWhichPlacesAnIdWasIssued() throws IOException {
        files.file(0, 0, block(0, 5, 10, 20)).file(1, 0, block(3, 8, 15), block(9, 10, 40));
        Map<Long, String> places = new TreeMap<>();

        new InversionScan(files.of(2)).run((high, low, earliest, latest) -> places.put(low, earliest + "-" + latest));

        assertThat(places).isEqualTo(Map.of(10L, "0-1", 20L, "1-2", 15L, "0-2", 40L, "3-3"));
    }

    @Test
    void countsIdsAndTimeOfAllFiles() throws IOException {
        files.file(0, 0, block(100, 150, 1, 2)).file(1, 0, block(120, 400, 3)).file(1, 1);

        InversionScan scan = assertInversions(0, 0, 0);
        assertThat(scan.ids()).isEqualTo(3);
        assertThat(scan.nanos()).isEqualTo(300);
    }

    @Test
    void aFileThatEndsWithinABlockIsNamed() throws IOException {
        files.file(0, 0, block(0, 5, 10, 20));
        Path file = folder.resolve("node-0-0");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));

        assertThatThrownBy(() -> assertInversions(0, 0, 0))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("node-0-0 is damaged");
    }

    private InversionScan assertInversions(long perThread, long perNode, long across) throws IOException {
        InversionScan scan = new InversionScan(files.of(2));
        scan.run((high, low, earliest, latest) -> {});
        assertThat(new long[] {
                    scan.inversions(Ordering.PER_THREAD),
                    scan.inversions(Ordering.PER_GENERATOR),
                    scan.inversions(Ordering.GLOBAL)
                })
                .containsExactly(perThread, perNode, across);
        return scan;
    }
}
