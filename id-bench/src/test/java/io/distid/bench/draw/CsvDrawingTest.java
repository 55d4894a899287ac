package io.distid.bench.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Ordering;
import io.distid.bench.nodes.BlockSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvDrawingTest {
    @TempDir
    Path folder;

    /** As a killed process leaves it: nothing is closed. */
    @Test
    void whatIsInACsvBeforeItsEndAreWholeLines() throws IOException {
        Path csv = folder.resolve("ids.csv");
        try (BlockSink open = DrawnFormat.CSV.open(csv, new DrawnHeader("s", "n", Ordering.NONE, 1, 1, 0))) {
            long[] words = LongStream.range(1, 10_000).toArray();
            open.add(words, words.length, 1, 0, 1);
            assertThat(Files.readString(csv)).contains("1,n,1,0,1\n").endsWith("\n");
        }
        assertThat(Files.readAllLines(csv)).hasSize(10_000).last().isEqualTo("9999,n,9999,0,1");
    }
}
