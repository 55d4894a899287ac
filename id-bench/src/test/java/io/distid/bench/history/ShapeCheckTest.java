package io.distid.bench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Shape;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShapeCheckTest {

    @Test
    void aCounterIsDense() {
        ThreadHistory thread = new ThreadHistory(0, 0);
        for (int i = 0; i < 100; i++) {
            thread.add(0, 1000 + i, 2 * i, 2 * i + 1);
        }

        Shape shape = ShapeCheck.of(new History(1, 1, 200, List.of(thread)), "1100");

        assertThat(shape).isEqualTo(new Shape("1100", "1000", "1099", 1));
    }

    @Test
    void uuidsAreNumbersOf128Bits() {
        ThreadHistory thread = new ThreadHistory(0, 0);
        for (int i = 0; i < 10; i++) {
            thread.add((1L << 60) + ((long) i << 32), -1L, 2 * i, 2 * i + 1);
        }

        Shape shape = ShapeCheck.of(new History(1, 1, 20, List.of(thread)), "x");

        assertThat(shape.density()).isLessThan(1e-20);
        assertThat(shape.smallest()).isEqualTo("21267647932558653984907657038195064831");
    }

    @Test
    void randomBitsAreNotDense() {
        Random random = new Random(7);
        ThreadHistory thread = new ThreadHistory(0, 0);
        for (int i = 0; i < 1000; i++) {
            thread.add(random.nextLong(), random.nextLong(), 2 * i, 2 * i + 1);
        }

        Shape shape = ShapeCheck.of(new History(1, 1, 2000, List.of(thread)), "x");

        assertThat(shape.density()).isLessThan(1e-30);
    }
}
