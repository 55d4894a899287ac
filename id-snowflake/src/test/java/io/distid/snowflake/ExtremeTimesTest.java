package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
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
        refusedOrDone(() -> {
            SnowflakeLayout layout = SnowflakeLayout.of(epoch, tick, 41, 5, 5, 12);
            assertThat(layout.decode(layout.greatestId()).time()).isAfterOrEqualTo(epoch.minusMillis(1));
            layout.compose(time, 0, 0, 0);
        });
    }

    @Property(tries = 2_000, seed = "15")
    void composing(@ForAll("instants") Instant time) {
        refusedOrDone(() ->
                assertThat(DISTID.decode(DISTID.compose(time, 1, 2, 3)).time()).isBeforeOrEqualTo(time));
        refusedOrDone(() -> DISTID.firstIdAt(time));
        refusedOrDone(() -> DISTID.lastIdAt(time));
        refusedOrDone(() -> DISTID.decode(Long.MAX_VALUE, time));
    }

    @Property(tries = 500, seed = "15")
    void builder(
            @ForAll("instants") Instant epoch,
            @ForAll("durations") Duration tick,
            @ForAll("durations") Duration reservation,
            @ForAll("instants") Instant now) {
        refusedOrDone(() -> Snowflake.builder()
                .layout(SnowflakeLayout.of(epoch, tick, 41, 5, 5, 12))
                .reservation(reservation)
                .startWait(Duration.ZERO)
                .clock(InstantSource.fixed(now))
                .open(new FreshWorker(1))
                .close());
        refusedOrDone(() -> Snowflake.builder()
                .reservation(reservation)
                .startWait(Duration.ZERO)
                .clock(InstantSource.fixed(now))
                .open(new FreshWorker(1))
                .close());
    }

    @Property(tries = 500, seed = "15")
    void settings(@ForAll("instants") Instant epoch, @ForAll("durations") Duration tick) {
        refusedOrDone(() -> IdGenerators.open(
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
                Arbitraries.of(
                        Instant.MIN,
                        Instant.MAX,
                        Instant.EPOCH,
                        Instant.ofEpochMilli(Long.MIN_VALUE),
                        Instant.ofEpochMilli(Long.MAX_VALUE),
                        Instant.parse("0000-01-01T00:00:00Z"),
                        Instant.parse("9999-12-31T23:59:59Z"),
                        Instant.parse("2026-11-20T12:00:00Z")),
                Arbitraries.longs()
                        .between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond())
                        .map(Instant::ofEpochSecond));
    }

    @Provide
    Arbitrary<Duration> durations() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        Duration.ZERO,
                        Duration.ofNanos(1),
                        Duration.ofMillis(1),
                        Duration.ofMillis(-1),
                        Duration.ofDays(1),
                        Duration.ofDays(36_500),
                        Duration.ofMillis(Long.MAX_VALUE),
                        Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                        Duration.ofSeconds(Long.MIN_VALUE)),
                Arbitraries.longs().map(Duration::ofSeconds));
    }

    private static void refusedOrDone(Runnable call) {
        try {
            call.run();
        } catch (IllegalArgumentException | IdException e) {
            assertThat(e).hasMessageNotContaining("overflow");
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
