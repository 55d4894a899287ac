package io.distid.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.report.Shape;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShapeCheckTest {

    @Test
    void aCounterIsDenseAndIsGuessedEveryTime() {
        Tape tape = new Tape(0, 0, false);
        for (int i = 0; i < 100; i++) {
            tape.add(0, 1000 + i, 2 * i, 2 * i + 1);
        }

        Shape shape = ShapeCheck.of(new Recording(false, 1, 1, 200, List.of(tape)), "1100");

        assertThat(shape).isEqualTo(new Shape("1100", "1000", "1099", 1, 1));
    }

    @Test
    void aStrideInTheHighHalfOfAUuidIsGuessed() {
        Tape tape = new Tape(0, 0, true);
        for (int i = 0; i < 10; i++) {
            tape.add((1L << 60) + ((long) i << 32), -1L, 2 * i, 2 * i + 1);
        }

        Shape shape = ShapeCheck.of(new Recording(true, 1, 1, 20, List.of(tape)), "x");

        assertThat(shape.guessed()).isEqualTo(1);
        assertThat(shape.density()).isLessThan(1e-20);
        assertThat(shape.smallest()).isEqualTo("21267647932558653984907657038195064831");
    }

    @Test
    void randomBitsAreNeitherDenseNorGuessed() {
        Random random = new Random(7);
        Tape tape = new Tape(0, 0, true);
        for (int i = 0; i < 1000; i++) {
            tape.add(random.nextLong(), random.nextLong(), 2 * i, 2 * i + 1);
        }

        Shape shape = ShapeCheck.of(new Recording(true, 1, 1, 2000, List.of(tape)), "x");

        assertThat(shape.guessed()).isZero();
        assertThat(shape.density()).isLessThan(1e-30);
    }

    @Test
    void whatOneThreadGotSaysNothingOfTheNextThread() {
        Tape first = new Tape(0, 0, false);
        Tape second = new Tape(0, 1, false);
        for (int i = 0; i < 4; i++) {
            first.add(0, 1 + i, 4 * i, 4 * i + 1);
            second.add(0, 1 + 10 * i * i, 4 * i + 2, 4 * i + 3);
        }

        Shape shape = ShapeCheck.of(new Recording(false, 1, 2, 16, List.of(first, second)), "x");

        assertThat(shape.guessed()).isEqualTo(0.5);
    }
}
