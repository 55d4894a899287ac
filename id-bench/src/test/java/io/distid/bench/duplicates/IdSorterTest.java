package io.distid.bench.duplicates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdSorterTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {7, 1000, 5000, 100_000})
    void sortsInMemoryAndOnDiskAlike(int chunk) throws IOException {
        Random random = new Random(1);
        long[] ids = LongStream.generate(() -> random.nextLong(-50, 3000))
                .limit(5000)
                .toArray();
        List<String> sorted = new ArrayList<>();

        try (IdSorter sorter = new IdSorter(1, folder.resolve("runs"), chunk)) {
            for (int i = 0; i < ids.length; i++) {
                sorter.add(0, ids[i], i, 2 * i);
            }
            sorter.drain(
                    (high, low, earliest, latest, place) -> {
                        assertThat(ids[earliest]).isEqualTo(low);
                        assertThat(latest).isEqualTo(2 * earliest);
                        assertThat(place).isEqualTo(sorted.size());
                        sorted.add(Long.toUnsignedString(low));
                    },
                    share -> {});
        }

        assertThat(sorted)
                .isEqualTo(LongStream.of(ids)
                        .boxed()
                        .sorted(Long::compareUnsigned)
                        .map(Long::toUnsignedString)
                        .toList());
        assertThat(Files.list(folder)).isEmpty();
    }

    @Test
    void uuidsSortByAllTheirBits() throws IOException {
        Random random = new Random(2);
        List<String> sorted = new ArrayList<>();
        List<String> expected = new ArrayList<>();

        try (IdSorter sorter = new IdSorter(2, folder.resolve("runs"), 100)) {
            for (int i = 0; i < 1000; i++) {
                UUID id = new UUID(random.nextInt(3) - 1, random.nextLong());
                expected.add(id.toString());
                sorter.add(id.getMostSignificantBits(), id.getLeastSignificantBits(), i, i);
            }
            sorter.drain(
                    (high, low, earliest, latest, place) -> sorted.add(new UUID(high, low).toString()), share -> {});
        }

        assertThat(sorted).isEqualTo(expected.stream().sorted().toList());
    }
}
