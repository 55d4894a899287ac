package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Any split of the bits, in any order of the fields. */
class SnowflakeLayoutProperties {
    private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

    @Property
    void idTakenApartIsWhatWasPutTogether(
            @ForAll @IntRange(max = 23) int order,
            @ForAll @IntRange(max = 15) int datacenterBits,
            @ForAll @IntRange(max = 15) int workerBits,
            @ForAll @IntRange(max = 31) int sequenceBits,
            @ForAll @LongRange(min = 1, max = 100) long tickMillis,
            @ForAll @LongRange(min = 0) long random) {
        int timeBits = 63 - datacenterBits - workerBits - sequenceBits;
        // More do not fit into what a clock can count.
        Assume.that(timeBits > 1 && timeBits <= 55);
        SnowflakeLayout layout = layout(order, tickMillis, timeBits, datacenterBits, workerBits, sequenceBits);
        long tick = Long.remainderUnsigned(random * 31, (1L << Math.min(timeBits, 40)) - 1);
        long datacenter = random & (1L << datacenterBits) - 1;
        long worker = random >>> 7 & (1L << workerBits) - 1;
        long sequence = random >>> 13 & (1L << sequenceBits) - 1;
        Instant start = EPOCH.plusMillis(tick * tickMillis);

        long id = layout.compose(start.plusMillis(random % tickMillis), datacenter, worker, sequence);

        assertThat(layout.decode(id)).isEqualTo(new SnowflakeId(start, datacenter, worker, sequence));
        assertThat(BigInteger.valueOf(id)).isEqualTo(byHand(layout, tick, datacenter, worker, sequence));
        if (layout.timeSorted()) {
            assertThat(id).isBetween(layout.firstIdAt(start), layout.lastIdAt(start));
            assertThat(layout.lastIdAt(start) + 1).isEqualTo(layout.firstIdAt(start.plusMillis(tickMillis)));
        }
    }

    @Property
    void anyPositiveNumberIsAnIdThatComesBack(
            @ForAll @LongRange(min = 0) long id, @ForAll @IntRange(max = 23) int order) {
        SnowflakeLayout layout = layout(order, 1, 41, 5, 5, 12);
        SnowflakeId parts = layout.decode(id);
        assertThat(layout.compose(parts.time(), parts.datacenter(), parts.worker(), parts.sequence()))
                .isEqualTo(id);
    }

    @Property(tries = 100)
    void generatorMakesIdsOfItsLayout(
            @ForAll @IntRange(max = 23) int order,
            @ForAll @IntRange(max = 6) int datacenterBits,
            @ForAll @IntRange(max = 6) int workerBits,
            @ForAll @IntRange(min = 8, max = 12) int sequenceBits,
            @ForAll @IntRange(max = 4095) int random) {
        int timeBits = 63 - datacenterBits - workerBits - sequenceBits;
        SnowflakeLayout layout = layout(order, 10, timeBits, datacenterBits, workerBits, sequenceBits);
        int node = random & layout.lastNode();
        ManualClock clock = new ManualClock(EPOCH.plus(Duration.ofDays(1000)));
        try (Snowflake snowflake = Snowflake.builder()
                .layout(layout)
                .clock(clock)
                .namespace("properties")
                .open(new FreshWorker(node))) {
            long last = -1;
            for (int tick = 0; tick < 3; tick++) {
                for (int sequence = 0; sequence < 4; sequence++) {
                    long id = snowflake.nextId();
                    assertThat(snowflake.decode(id))
                            .isEqualTo(new SnowflakeId(
                                    clock.instant(), node >>> workerBits, node & (1 << workerBits) - 1, sequence));
                    if (layout.increasing()) {
                        assertThat(id).isGreaterThan(last);
                    }
                    last = id;
                }
                clock.advance(Duration.ofMillis(10));
            }
        }
    }

    private static SnowflakeLayout layout(
            int order, long tickMillis, int timeBits, int datacenterBits, int workerBits, int sequenceBits) {
        return new SnowflakeLayout(
                EPOCH,
                Duration.ofMillis(tickMillis),
                timeBits,
                datacenterBits,
                workerBits,
                sequenceBits,
                permutation(order));
    }

    /** One of the 24 orders. */
    private static List<SnowflakeField> permutation(int number) {
        List<SnowflakeField> left = new ArrayList<>(Arrays.asList(SnowflakeField.values()));
        List<SnowflakeField> order = new ArrayList<>();
        for (int n = number; !left.isEmpty(); ) {
            int choices = left.size();
            order.add(left.remove(n % choices));
            n /= choices;
        }
        return order;
    }

    /** The id field by field, as a number in mixed radix: no shifts. */
    private static BigInteger byHand(SnowflakeLayout layout, long tick, long datacenter, long worker, long sequence) {
        BigInteger id = BigInteger.ZERO;
        for (SnowflakeField field : layout.order()) {
            int bits = 0;
            long value = 0;
            switch (field) {
                case TIME -> {
                    bits = layout.timeBits();
                    value = tick;
                }
                case DATACENTER -> {
                    bits = layout.datacenterBits();
                    value = datacenter;
                }
                case WORKER -> {
                    bits = layout.workerBits();
                    value = worker;
                }
                case SEQUENCE -> {
                    bits = layout.sequenceBits();
                    value = sequence;
                }
            }
            id = id.multiply(BigInteger.TWO.pow(bits)).add(BigInteger.valueOf(value));
        }
        return id;
    }
}
