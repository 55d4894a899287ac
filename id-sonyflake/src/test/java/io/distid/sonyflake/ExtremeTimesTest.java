package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.testkit.ExtremeTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever times are given, what cannot be is refused by name, and never by an error of arithmetic. */
class ExtremeTimesTest {

    @Property(tries = 2_000, seed = "15")
    void format(
            @ForAll("instants") Instant start, @ForAll("durations") Duration unit, @ForAll("instants") Instant time) {
        ExtremeTimes.requireDoneOrRefused(() -> {
            SonyflakeFormat format = new SonyflakeFormat(start, unit, 8, 16);
            assertThat(format.toInstant(Long.MAX_VALUE)).isAfterOrEqualTo(start.minusMillis(1));
            format.elapsedTime(Long.MAX_VALUE);
            format.compose(time, 0, 0);
        });
    }

    @Property(tries = 2_000, seed = "15")
    void composing(@ForAll("instants") Instant time) {
        SonyflakeFormat format = SonyflakeFormat.DEFAULT;
        ExtremeTimes.requireDoneOrRefused(
                () -> assertThat(format.toInstant(format.compose(time, 1, 2))).isBeforeOrEqualTo(time));
        ExtremeTimes.requireDoneOrRefused(() -> format.firstIdAt(time));
        ExtremeTimes.requireDoneOrRefused(() -> format.lastIdAt(time));
    }

    @Property(tries = 500, seed = "15")
    void builder(
            @ForAll("instants") Instant start,
            @ForAll("durations") Duration unit,
            @ForAll("durations") Duration reservation,
            @ForAll("instants") Instant now) {
        SonyflakeBuilder builder = Sonyflake.builder()
                .machineId(() -> 3)
                .namespace("extreme")
                .reservation(reservation)
                .startWait(Duration.ZERO)
                .clock(InstantSource.fixed(now));
        ExtremeTimes.requireDoneOrRefused(() -> builder.open().close());
        ExtremeTimes.requireDoneOrRefused(() -> builder.startTime(start).open().close());
        ExtremeTimes.requireDoneOrRefused(() -> builder.timeUnit(unit).open().close());
    }

    @Property(tries = 500, seed = "15")
    void settings(@ForAll("instants") Instant epoch, @ForAll("durations") Duration tick) {
        ExtremeTimes.requireDoneOrRefused(() -> IdGenerators.open(
                        "sonyflake",
                        Map.of(
                                "worker",
                                "fixed",
                                "worker.id",
                                "1",
                                "namespace",
                                "extreme",
                                "epoch",
                                epoch.toString(),
                                "tick",
                                tick.toString(),
                                "start-wait",
                                "0ms"))
                .close());
    }

    @Provide
    Arbitrary<Instant> instants() {
        return Arbitraries.oneOf(
                Arbitraries.of(ExtremeTimes.instants()),
                Arbitraries.longs()
                        .between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond())
                        .map(Instant::ofEpochSecond));
    }

    @Provide
    Arbitrary<Duration> durations() {
        return Arbitraries.oneOf(
                Arbitraries.of(ExtremeTimes.durations()), Arbitraries.longs().map(Duration::ofSeconds));
    }
}
