package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.UuidGenerator;
import io.distid.WaitStats;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClockStepTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final ManualClock source = new ManualClock(START);
    private final UuidClock clock = new UuidClock(source, UuidClock.exact().maxLead(), Duration.ZERO);

    static Stream<Duration> steps() {
        return Stream.of("PT0.001S", "PT0.002S", "PT0.01S", "PT0.5S", "PT1S", "PT1.001S", "PT1M", "PT1H", "P1D")
                .map(Duration::parse);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void version7KeepsIncreasing(Duration step) {
        increasesThroughStep(UuidV7.open(clock), step);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void version7PerThreadKeepsIncreasing(Duration step) {
        increasesThroughStep(UuidV7.openPerThread(clock), step);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void version6KeepsIncreasing(Duration step) {
        increasesThroughStep(UuidV6.open(clock, Node.random()), step);
    }

    @Test
    void orderedVersionsFailBeyondTheLeadAndRecover() {
        failsBeyondTheLead(UuidV7::open);
        source.set(START);
        failsBeyondTheLead(of -> UuidV6.open(of, Node.random()));
    }

    @Test
    void idsKeepTheTimeTheyHadReached() {
        try (UuidV7 ids = UuidV7.open(clock)) {
            ids.nextUuid();
            source.stepBack(Duration.ofHours(1));
            assertThat(Uuids.time(ids.nextUuid())).isEqualTo(START);
            assertThat(ids.lead()).isEqualTo(Duration.ofHours(1));
            source.advance(Duration.ofHours(1).plusMillis(1));
            assertThat(Uuids.time(ids.nextUuid())).isEqualTo(START.plusMillis(1));
            assertThat(ids.lead()).isZero();
        }
    }

    @Test
    void version1TakesANewClockSequenceBeyondTheLeadAndFollowsTheClock() {
        UuidClock brief = clock.withMaxLead(Duration.ofSeconds(1));
        try (UuidV1 ids = UuidV1.open(brief, Node.of("0242ac110002"))) {
            UUID before = ids.nextUuid();
            source.stepBack(Duration.ofSeconds(1));
            UUID within = ids.nextUuid();
            assertThat(within.clockSequence()).isEqualTo(before.clockSequence());
            assertThat(Uuids.time(within)).isAfter(Uuids.time(before));
            source.stepBack(Duration.ofHours(1));
            UUID beyond = ids.nextUuid();
            assertThat(beyond.clockSequence()).isEqualTo(before.clockSequence() + 1 & 0x3FFF);
            assertThat(beyond.node()).isEqualTo(0x0242ac110002L);
            assertThat(Uuids.time(beyond)).isEqualTo(source.instant());
            long[] halves = new long[4];
            source.stepBack(Duration.ofHours(1));
            ids.nextUuids(halves, 0, 4);
            assertThat(new UUID(halves[2], halves[3]).clockSequence()).isEqualTo(before.clockSequence() + 2 & 0x3FFF);
        }
    }

    @Test
    void version1OnARandomNodeTakesANewNodeToo() {
        try (UuidV1 ids = UuidV1.open(clock.withMaxLead(Duration.ZERO), Node.random())) {
            UUID before = ids.nextUuid();
            assertThat(before.node()).isEqualTo(ids.node().value());
            source.stepBack(Duration.ofHours(1));
            UUID after = ids.nextUuid();
            assertThat(after.node())
                    .isNotEqualTo(before.node())
                    .isEqualTo(ids.node().value());
        }
    }

    @Test
    void version1WaitsForASpentMsInsteadOfANewClockSequence() {
        try (UuidV1 ids = UuidV1.open(clock.withMaxLead(Duration.ZERO), Node.random())) {
            Set<Integer> sequences = new HashSet<>();
            for (int i = 0; i < 1 << GregorianGenerator.COUNT_BITS; i++) {
                sequences.add(ids.nextUuid().clockSequence());
            }
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
            source.advance(Duration.ofMillis(1));
            sequences.add(ids.nextUuid().clockSequence());
            assertThat(sequences).hasSize(1);
        }
    }

    @Test
    void statsOfVersion1GoOnOverClockSequences() {
        UuidClock brief = new UuidClock(source, Duration.ofSeconds(1), Duration.ofMillis(20));
        try (UuidV1 ids = UuidV1.open(brief, Node.of("0242ac110004"))) {
            ids.nextUuid();
            source.stepBack(Duration.ofMillis(1_010));
            ids.nextUuid();
            WaitStats waited = ids.stats().waits().orElseThrow();
            assertThat(waited.calls()).as("before the new clock sequence").isPositive();
            assertThat(ids.stats().failures())
                    .as("the call went on with the next clock sequence")
                    .isEmpty();

            source.stepBack(Duration.ofMillis(1_010));
            ids.nextUuid();

            assertThat(ids.stats().waits().orElseThrow().calls()).isGreaterThan(waited.calls());
        }
    }

    @Test
    void statsOfVersion6CountWhatCallersWereRefused() {
        try (UuidV6 ids = UuidV6.open(clock.withMaxLead(Duration.ofSeconds(1)), Node.random())) {
            ids.nextUuid();
            source.stepBack(Duration.ofHours(1));
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
            assertThatThrownBy(() -> ids.nextUuids(new long[2], 0, 2)).isInstanceOf(ClockBehindException.class);
            assertThat(ids.stats().failures()).isEqualTo(Map.of(ClockBehindException.class, 2L));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void clockSetBackWhileClosedDoesNotBringIdsBack(int version) {
        Set<UUID> seen = new HashSet<>();
        for (int life = 0; life < 50; life++) {
            try (UuidGenerator ids = version == 1 ? UuidV1.open(clock, Node.of("0242ac110003")) : UuidV7.open(clock)) {
                for (int i = 0; i < 100; i++) {
                    assertThat(seen.add(ids.nextUuid())).isTrue();
                }
            }
        }
    }

    private void increasesThroughStep(UuidGenerator ids, Duration step) {
        try (ids) {
            UUID last = Uuids.NIL;
            long[] batch = new long[64];
            for (int i = 0; i < 600; i++) {
                if (i == 200) {
                    source.stepBack(step);
                } else if (i > 400 && i % 50 == 0) {
                    source.advance(step.dividedBy(3).plusMillis(1));
                }
                UUID next = ids.nextUuid();
                assertThat(next).usingComparator(Uuids.UNSIGNED).isGreaterThan(last);
                last = next;
                ids.nextUuids(batch, 0, batch.length);
                for (int at = 0; at < batch.length; at += 2) {
                    next = new UUID(batch[at], batch[at + 1]);
                    assertThat(next).usingComparator(Uuids.UNSIGNED).isGreaterThan(last);
                    last = next;
                }
            }
        }
    }

    private void failsBeyondTheLead(Function<UuidClock, UuidGenerator> open) {
        try (UuidGenerator ids = open.apply(clock.withMaxLead(Duration.ofDays(1)))) {
            UUID last = ids.nextUuid();
            source.stepBack(Duration.ofDays(1).plusMillis(1));
            assertThatThrownBy(ids::nextUuid)
                    .isInstanceOf(ClockBehindException.class)
                    .hasMessageContaining("86400001 ms behind it; allowed are a lead of 86400000 ms");
            source.advance(Duration.ofMillis(2));
            assertThat(ids.nextUuid()).usingComparator(Uuids.UNSIGNED).isGreaterThan(last);
        }
    }
}
