package io.distid.bench.duplicates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisplacementsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 99, 100, 101, 4000, 20_000, 500_000})
    void percentileIsThatOfTheSortedDistances(int count) {
        Random random = new Random(count);
        int[] distances = IntStream.range(0, count)
                .map(i -> random.nextInt(1 + count / 2))
                .toArray();
        Displacements displacements = new Displacements();

        IntStream.of(distances).forEach(displacements::add);

        int[] sorted = IntStream.of(distances).sorted().toArray();
        long exact = sorted[(int) Math.ceil(0.99 * count) - 1];
        assertThat(displacements.max()).isEqualTo(sorted[count - 1]);
        assertThat(displacements.p99()).isBetween(exact, exact <= 10_000 ? exact : exact + exact / 10_000);
    }

    @Test
    void longestDistanceIsExact() {
        Displacements displacements = new Displacements();
        displacements.add(Integer.MAX_VALUE - 1);
        assertThat(displacements.max()).isEqualTo(Integer.MAX_VALUE - 1);
        assertThat(displacements.p99()).isEqualTo(Integer.MAX_VALUE - 1);
    }

    @Test
    void ofNoneAreZero() {
        assertThat(new Displacements().max()).isZero();
        assertThat(new Displacements().p99()).isZero();
    }
}
