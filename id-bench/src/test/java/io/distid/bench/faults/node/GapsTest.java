package io.distid.bench.faults.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.nodes.ThreadFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GapsTest {
    @TempDir
    Path folder;

    @Test
    void theTimeBetweenAProcessAndItsSuccessorCounts() throws IOException {
        Path first = file("first", 10, 20, 30);
        Path second = file("second", 130, 140);

        assertThat(Gaps.longest(List.of(first, second), 1, 150)).isEqualTo(100);
    }

    @Test
    void theTimeAfterTheLastIdCounts() throws IOException {
        assertThat(Gaps.longest(List.of(file("first", 10, 20)), 1, 500)).isEqualTo(480);
    }

    @Test
    void aNodeWithoutIdsHasNoGap() throws IOException {
        assertThat(Gaps.longest(List.of(file("none")), 1, 500)).isZero();
    }

    @Test
    void whatAKilledProcessHadWrittenOfItsLastIdIsDropped() throws IOException {
        Path file = file("torn", 10, 20);
        long whole = Files.size(file);
        Files.write(file, new byte[] {1, 0, 0, 0, 7}, StandardOpenOption.APPEND);

        ThreadFileWriter.dropTornBlock(file, 1);

        assertThat(Files.size(file)).isEqualTo(whole);
        assertThat(Gaps.longest(List.of(file), 1, 20)).isEqualTo(10);
    }

    private Path file(String name, long... times) throws IOException {
        Path path = folder.resolve(name);
        try (ThreadFileWriter writer = new ThreadFileWriter(path)) {
            for (long time : times) {
                writer.add(new long[] {time}, 1, 1, time, time);
            }
        }
        return path;
    }
}
