package io.distid.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdDrawerTest {
    @TempDir
    Path folder;

    @Test
    void aThreadThatBeginsAfterItsTimeIsUpStillTakesTheLeast() throws IOException {
        assertThat(taken(500, 20_000, System.nanoTime() - 1)).isBetween(500L, 10_000L);
        assertThat(taken(500, 10, System.nanoTime() - 1)).isEqualTo(10);
    }

    @Test
    void asManyAreTakenAsWereAskedForIfThereIsTime() throws IOException {
        assertThat(taken(0, 10_000, Long.MAX_VALUE / 2 + System.nanoTime())).isEqualTo(10_000);
    }

    private long taken(long least, long most, long until) throws IOException {
        Path path = folder.resolve("file");
        try (IdGenerator generator = IdGenerators.open("uuid-v4", Map.of())) {
            try (ThreadFileWriter file = new ThreadFileWriter(path)) {
                new IdDrawer(generator, 0).draw(file, least, most, until);
            }
        }
        long count = 0;
        try (ThreadFileReader reader = new ThreadFileReader(path, 2)) {
            while (reader.next()) {
                count += reader.count();
            }
        }
        return count;
    }
}
