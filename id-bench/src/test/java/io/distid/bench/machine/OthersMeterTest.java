package io.distid.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OthersMeterTest {
    @Test
    void whatTheCoresDidLessWhatTheRunDidIsThatOfOthers() {
        assertThat(share(reading(1_000, 500, 100), reading(2_000, 1_300, 300))).isEqualTo(0.6);
    }

    /** Ticks are counted a little later for a process than for a core. */
    @Test
    void isNeverLessThanNothing() {
        assertThat(share(reading(1_000, 500, 100), reading(2_000, 600, 300))).isZero();
    }

    @Test
    void whereItIsUnknownNothingIsReported() {
        assertThat(share(null, reading(2_000, 600, 300))).isNull();
        assertThat(share(reading(1_000, 500, 100), null)).isNull();
        assertThat(share(reading(1_000, 500, 100), reading(1_000, 500, 100))).isNull();
    }

    @Test
    void theTimesOfAProcessStandBehindItsName() {
        assertThat(OthersMeter.ticks("42 (a) b (c) S 1 42 42 0 -1 4194304 100 200 3 4 70 50 20 10 20 0 1 0 99 0 0"))
                .isEqualTo(150);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void linuxTellsIt() {
        OthersMeter meter = new OthersMeter();
        meter.begin();
        Double share = meter.share();
        for (long began = System.nanoTime(); share == null && System.nanoTime() - began < 30_000_000_000L; ) {
            share = meter.share();
        }
        assertThat(share).isNotNull().isBetween(0.0, 1.0);
    }

    private static OthersMeter.Reading reading(long all, long worked, long own) {
        return new OthersMeter.Reading(all, worked, own);
    }

    private static @Nullable Double share(OthersMeter.@Nullable Reading... readings) {
        Iterator<OthersMeter.@Nullable Reading> next = Arrays.asList(readings).iterator();
        OthersMeter meter = new OthersMeter(next::next);
        meter.begin();
        return meter.share();
    }
}
