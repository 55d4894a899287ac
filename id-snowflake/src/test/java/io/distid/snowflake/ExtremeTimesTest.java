package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.testkit.ExtremeTimes;
import io.distid.testkit.FreshWorker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever times are given, what cannot be is refused by name, and never by an error of arithmetic. */
class ExtremeTimesTest {
    private static final SnowflakeLayout DISTID = SnowflakePreset.DISTID.layout();

    @Property(tries = 2_000, seed = "15")
    void layout(
            @ForAll("instants") Instant epoch, @ForAll("durations") Duration tick, @ForAll("instants") Instant time) {
        ExtremeTimes.requireDoneOrRefused(() -> {
            SnowflakeLayout layout = SnowflakeLayout.of(epoch, tick, 41, 5, 5, 12);
            assertThat(layout.decode(layout.greatestId()).time()).isAfterOrEqualTo(epoch.minusMillis(1));
            layout.compose(time, 0, 0, 0);
        });
    }

    @Property(tries = 2_000, seed = "15")
    void composing(@ForAll("instants") Instant time) {
        ExtremeTimes.requireDoneOrRefused(() ->
                assertThat(DISTID.decode(DISTID.compose(time, 1, 2, 3)).time()).isBeforeOrEqualTo(time));
        ExtremeTimes.requireDoneOrRefused(() -> DISTID.firstIdAt(time));
        ExtremeTimes.requireDoneOrRefused(() -> DISTID.lastIdAt(time));
        ExtremeTimes.requireDoneOrRefused(() -> DISTID.decode(Long.MAX_VALUE, time));
    }

    @Property(tries = 500, seed = "15")
    void builder(
            @ForAll("instants") Instant epoch,
            @ForAll("durations") Duration tick,
            @ForAll("durations") Duration reservation,
            @ForAll("instants") Instant now) {
        ExtremeTimes.requireDoneOrRefused(() -> Snowflake.builder()
                .layout(SnowflakeLayout.of(epoch, tick, 41, 5, 5, 12))
                .reservation(reservation)
                .startWait(Duration.ZERO)
                .clock(InstantSource.fixed(now))
                .open(new FreshWorker(1))
                .close());
        ExtremeTimes.requireDoneOrRefused(() -> Snowflake.builder()
                .reservation(reservation)
                .startWait(Duration.ZERO)
                .clock(InstantSource.fixed(now))
                .open(new FreshWorker(1))
                .close());
    }

    @Property(tries = 500, seed = "15")
    void settings(@ForAll("instants") Instant epoch, @ForAll("durations") Duration tick) {
        ExtremeTimes.requireDoneOrRefused(() -> IdGenerators.open(
                        "snowflake",
                        Map.of(
                                "worker.id",
                                "1",
                                "namespace",
                                "extreme",
                                "start-wait",
                                "0ms",
                                "epoch",
                                epoch.toString(),
                                "tick",
                                tick.toString()))
                .close());
    }

    @Example
    void formatThatIsOverIsRefusedWhenOpened() {
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> IdGenerators.open(
                        "snowflake", Map.of("worker.id", "1", "namespace", "over", "epoch", "1900-01-01T00:00:00Z")))
                .withMessageStartingWith("time is exhausted: 41 bits of 1 ms from 1900-01-01T00:00:00Z ended at"
                        + " 1969-09-07T15:47:35.551Z; the clock shows ")
                .withMessageEndingWith(". Take more time bits, a longer tick or a later epoch.");
    }

    @Example
    void epochThatIsYetToComeIsRefused() {
        assertThatThrownBy(() -> Snowflake.builder()
                        .clock(InstantSource.fixed(Instant.MIN))
                        .open(new FreshWorker(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("the epoch is 2024-01-01T00:00:00Z, but the clock shows -1000000000-01-01T00:00:00Z:"
                        + " it must lie in the past");
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
