package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.UuidGenerator;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UlidGeneratorTest {
    private static final Instant TIME = Instant.parse("2026-11-28T12:00:00Z");

    private final ManualClock clock = new ManualClock(TIME);
    private final UlidGenerator ids = UlidGenerator.open(clock);

    @Test
    void withinAMsEachIsTheOneBeforePlus1() {
        UUID first = ids.nextUuid();
        assertThat(Ulids.time(first)).isEqualTo(TIME);
        assertThat(ids.nextUuid()).isEqualTo(Ulids.increment(first));
    }

    @Test
    void aLaterMsHasNewRandomBits() {
        UUID first = ids.nextUuid();
        clock.advance(Duration.ofMillis(1));
        UUID next = ids.nextUuid();
        assertThat(Ulids.time(next)).isEqualTo(TIME.plusMillis(1));
        assertThat(next.getLeastSignificantBits()).isNotEqualTo(first.getLeastSignificantBits() + 1);
    }

    @Test
    void idsKeepTheirTimeAndIncreaseWhenClockStepsBack() {
        UUID first = ids.nextUuid();
        clock.stepBack(Duration.ofHours(1));
        assertThat(ids.nextUuid()).isEqualTo(Ulids.increment(first));
        assertThat(ids.stats().lead()).contains(Duration.ofHours(1));
        clock.set(Instant.EPOCH.minusMillis(5));
        assertThat(ids.nextUuid()).isEqualTo(Ulids.plus(first, 2));
    }

    @Test
    void aBatchIsInARowAndTheNextIdFollowsIt() {
        UUID first = ids.nextUuid();
        long[] halves = new long[6];
        ids.nextUuids(halves, 0, 6);
        assertThat(List.of(
                        new UUID(halves[0], halves[1]), new UUID(halves[2], halves[3]), new UUID(halves[4], halves[5])))
                .containsExactly(Ulids.plus(first, 1), Ulids.plus(first, 2), Ulids.plus(first, 3));
        assertThat(ids.nextUuid()).isEqualTo(Ulids.plus(first, 4));
    }

    @Test
    void theLastMsIsIssuedAndTheClockBehindItRefused() {
        clock.set(Instant.ofEpochMilli(Ulids.LAST_MILLI));
        assertThat(ids.nextText()).startsWith("7ZZZZZZZZZ");
        clock.advance(Duration.ofMillis(1));
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(ids::nextUuid)
                .withMessage(
                        "the clock shows +10889-08-02T05:31:50.656Z, but ULIDs end with +10889-08-02T05:31:50.656Z");
        assertThat(ids.stats().failures()).isEqualTo(Map.of(IdsExhaustedException.class, 1L));
        assertThat(ids.traits().endOfLife()).isEqualTo(clock.instant());
    }

    @Test
    void aBatchBeyondTheLastOfAMsIsRefused() {
        UUID almostLast = new UUID(-1, -3);
        assertThat(Ulids.plus(almostLast, 2)).isEqualTo(Uuids.MAX);
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> Ulids.plus(almostLast, 3))
                .withMessageContaining("has fewer than 3 behind it in its ms");
    }

    @Test
    void textIsAUlidUnlessAnotherIsAskedFor() {
        try (UuidGenerator byName = IdGenerators.openUuid("ulid");
                UuidGenerator canonical = IdGenerators.openUuid("ulid", Map.of("text", "canonical"))) {
            assertThat(byName.nextText()).matches("[0-7][0-9A-HJKMNP-TV-Z]{25}");
            assertThat(byName.textLength()).isEqualTo(26);
            assertThat(canonical.nextText()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        }
    }

    @Test
    void copiesDifferFromTheFirstMsAfterTheRestore() {
        Twins twins = new Twins();
        List<ThreadRandom> randoms = List.of(twins.random(0, false), twins.random(1, false));
        UlidGenerator one = UlidGenerator.open(clock, randoms.get(0));
        UlidGenerator other = UlidGenerator.open(clock, randoms.get(1));
        assertThat(one.nextUuid()).as("control").isEqualTo(other.nextUuid());
        twins.part();
        twins.pass(SecureWords.SEED_NANOS + 1);
        clock.advance(Duration.ofMillis(101));
        assertThat(one.nextUuid()).isNotEqualTo(other.nextUuid());
    }
}
