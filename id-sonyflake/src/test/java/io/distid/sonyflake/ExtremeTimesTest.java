package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdException;
import io.distid.IdGenerators;
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
        refusedOrDone(() -> {
            SonyflakeFormat format = new SonyflakeFormat(start, unit, 8, 16);
            assertThat(format.toInstant(Long.MAX_VALUE)).isAfterOrEqualTo(start.minusMillis(1));
            format.elapsedTime(Long.MAX_VALUE);
            format.compose(time, 0, 0);
        });
    }

    @Property(tries = 2_000, seed = "15")
    void composing(@ForAll("instants") Instant time) {
        SonyflakeFormat format = SonyflakeFormat.DEFAULT;
        refusedOrDone(
                () -> assertThat(format.toInstant(format.compose(time, 1, 2))).isBeforeOrEqualTo(time));
        refusedOrDone(() -> format.firstIdAt(time));
        refusedOrDone(() -> format.lastIdAt(time));
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
        refusedOrDone(() -> builder.open().close());
        refusedOrDone(() -> builder.startTime(start).open().close());
        refusedOrDone(() -> builder.timeUnit(unit).open().close());
    }

    @Property(tries = 500, seed = "15")
    void settings(@ForAll("instants") Instant epoch, @ForAll("durations") Duration tick) {
        refusedOrDone(() -> IdGenerators.open(
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
