package io.distid.bench.bars;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyCoresTest {
    private int measured;

    @Test
    void coresThatKeepStillAreMeasuredOnce() throws Exception {
        SteadyCores cores = new SteadyCores(() -> true, 0);

        assertThat(cores.measure(() -> ++measured)).isEqualTo(1);
        assertThat(cores.told()).isEmpty();
    }

    @Test
    void whatBeginsApartWaitsForThemToComeBack() throws Exception {
        SteadyCores cores = seen(false, false, true, true);

        assertThat(cores.measure(() -> ++measured)).isEqualTo(1);
        assertThat(cores.told()).isEmpty();
    }

    @Test
    void whatTheyMovedUnderIsMeasuredAgain() throws Exception {
        SteadyCores cores = seen(true, false, true, true);

        assertThat(cores.measure(() -> ++measured)).isEqualTo(2);
        assertThat(cores.told())
                .contains("1 JVMs with several threads were measured again")
                .contains("0 bars");
    }

    @Test
    void onAHostThatNeverKeepsThemStillTheLastCounts() throws Exception {
        SteadyCores cores = new SteadyCores(() -> false, 0);

        assertThat(cores.measure(() -> ++measured)).isEqualTo(SteadyCores.ATTEMPTS);
        assertThat(cores.told()).contains("2 JVMs").contains("1 bars' figures");
    }

    private static SteadyCores seen(Boolean... near) {
        Deque<Boolean> looks = new ArrayDeque<>(List.of(near));
        return new SteadyCores(looks::remove, 0);
    }
}
