package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.UuidGenerator;
import io.distid.internal.process.CopyDetector;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Versions 1 and 6 from before a checkpoint until after it, where two copies draw the same ids from what was drawn before. Isolated, since the
 * checkpoint is one of all generators of the process.
 */
@Isolated
class GregorianCheckpointTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final int IDS = 1_000;

    private final ManualClock source = new ManualClock(START);
    private final HookedClock hooked = new HookedClock(source);
    private final UuidClock clock = new UuidClock(hooked, Duration.ofSeconds(1), Duration.ZERO);

    @AfterEach
    void endCheckpoint() {
        CopyDetector.system().restored();
        System.getProperties().keySet().removeIf(name -> name.toString().startsWith("io.distid.uuid.clock-sequence:"));
    }

    @ParameterizedTest
    @CsvSource({"1, random", "1, 0242ac11ab01", "6, random", "6, 0242ac11ab02"})
    void whileACheckpointIsMadeEachIdHasAClockSequenceOfItsOwn(int version, String name) {
        Node node = name.equals("random") ? Node.random() : Node.of(name);
        // Each of these ids of version 6 leads the clock by a ms more.
        UuidClock leading = clock.withMaxLead(Duration.ofMinutes(1));
        try (UuidGenerator ids = version == 1 ? UuidV1.open(leading, node) : UuidV6.open(leading, node)) {
            UUID before = ids.nextUuid();
            CopyDetector.system().expected();
            List<UUID> drawn = new ArrayList<>();
            for (int i = 0; i < IDS; i++) {
                drawn.add(ids.nextUuid());
            }
            // One clock that jumps is no end of a checkpoint.
            CopyDetector.system().suspected();
            long[] batch = new long[2 * IDS];
            ids.nextUuids(batch, 0, batch.length);
            for (int i = 0; i < batch.length; i += 2) {
                drawn.add(new UUID(batch[i], batch[i + 1]));
            }
            CopyDetector.system().restored();
            UUID after = ids.nextUuid();

            assertThat(drawn).extracting(UUID::getLeastSignificantBits).doesNotHaveDuplicates();
            assertThat(drawn.stream().map(GregorianCheckpointTest::node).distinct())
                    .hasSize(node.isRandom() ? 2 * IDS : 1);
            assertThat(drawn).allMatch(id -> id.version() == version && id.variant() == 2);
            assertThat(drawn).doesNotContain(before, after);
            if (version == 6) {
                drawn.add(0, before);
                drawn.add(after);
                assertThat(drawn).isSortedAccordingTo(Uuids.UNSIGNED);
            }
            assertThat(ids.nextUuid().getLeastSignificantBits()).isEqualTo(after.getLeastSignificantBits());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void generatorOfAProcessThatSeemsCopiedTakesANewClockSequence(int version) {
        try (UuidGenerator ids = open(version, Node.of("0242ac11ab08"))) {
            UUID before = ids.nextUuid();
            CopyDetector.system().suspected();
            UUID after = ids.nextUuid();
            assertThat(after.getLeastSignificantBits()).isNotEqualTo(before.getLeastSignificantBits());
            assertThat(ids.nextUuid().getLeastSignificantBits()).isEqualTo(after.getLeastSignificantBits());
        }
    }

    @Test
    void generatorThatIsOpenedWhileACheckpointIsMadeKeepsNoClockSequenceEither() {
        CopyDetector.system().expected();
        try (UuidGenerator ids = open(6, Node.random())) {
            assertThat(ids.nextUuid().getLeastSignificantBits())
                    .isNotEqualTo(ids.nextUuid().getLeastSignificantBits());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void generatorThatIsBeingOpenedWhenACheckpointIsMadeAndRestoredHasANodeThatItsCopyHasNot(int version) {
        Node node = Node.random();
        hooked.once(() -> {
            CopyDetector.system().expected();
            CopyDetector.system().restored();
        });
        try (UuidGenerator ids = open(version, node)) {
            assertThat(node(ids.nextUuid())).isNotEqualTo(node.value());
            assertThat(ids.nextUuid().getLeastSignificantBits())
                    .isEqualTo(ids.nextUuid().getLeastSignificantBits());
        }
    }

    @Test
    void generatorsOfACopyThatHadNoneOpenDoNotGoOnFromTheSameClockSequence() {
        Node node = Node.of("0242ac11ab04");
        int neighbours = 0;
        // By chance, one in 16,384 is the next.
        for (int i = 0; i < 3; i++) {
            long before = clockSequence(node);
            CopyDetector.system().expected();
            CopyDetector.system().restored();
            neighbours += clockSequence(node) == (before + 1) % ClockSequences.COUNT ? 1 : 0;
        }
        assertThat(neighbours).isLessThan(3);
    }

    @Test
    void version6GoesOnAboveWhatACheckpointSawThoughItCouldNotAtFirst() {
        try (UuidGenerator ids = open(6, Node.of("0242ac11ab05"))) {
            ids.nextUuid();
            CopyDetector.system().expected();
            long[] batch = new long[2 * 100];
            ids.nextUuids(batch, 0, batch.length);
            UUID last = new UUID(batch[batch.length - 2], batch[batch.length - 1]);
            hooked.once(() -> {
                throw new IllegalArgumentException("no clock");
            });
            CopyDetector.system().restored();
            assertThatThrownBy(ids::nextUuid).hasMessage("no clock");
            assertThat(ids.nextUuid()).usingComparator(Uuids.UNSIGNED).isGreaterThan(last);
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void clockThatFailsWhileACheckpointIsMadeIsReported() {
        try (UuidGenerator ids = open(6, Node.of("0242ac11ab06"))) {
            CopyDetector.system().expected();
            IllegalStateException failure = new IllegalStateException("no clock");
            hooked.always(() -> {
                throw failure;
            });
            assertThatThrownBy(ids::nextUuid).isSameAs(failure);
            hooked.always(() -> {});
            assertThat(ids.nextUuid().version()).isEqualTo(6);
        }
    }

    /** Of which each would return the same ids, from where the first was drawn. */
    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void batchDuringWhichTheProcessIsCopiedIsDrawnAgain(int version) {
        try (UuidGenerator ids = open(version, Node.random())) {
            UUID before = ids.nextUuid();
            hooked.once(() -> {
                CopyDetector.system().expected();
                CopyDetector.system().restored();
            });
            long[] batch = new long[2 * 100];
            ids.nextUuids(batch, 0, batch.length);
            for (int i = 1; i < batch.length; i += 2) {
                assertThat(batch[i]).isNotEqualTo(before.getLeastSignificantBits());
            }
        }
    }

    @Test
    void version1FollowsTheClockWhileACheckpointIsMade() {
        try (UuidGenerator ids = open(1, Node.of("0242ac11ab03"))) {
            CopyDetector.system().expected();
            UUID first = ids.nextUuid();
            source.stepBack(Duration.ofMinutes(1));
            UUID next = ids.nextUuid();
            assertThat(Uuids.time(next)).isBefore(Uuids.time(first));
            CopyDetector.system().restored();
            assertThat(Uuids.time(ids.nextUuid())).isBefore(Uuids.time(first));
        }
    }

    @Test
    void generatorThatIsClosedWhileACheckpointIsMadeIsClosed() {
        UuidGenerator ids = open(6, Node.random());
        CopyDetector.system().expected();
        UUID id = ids.nextUuid();
        ids.close();
        assertThat(id.version()).isEqualTo(6);
        assertThatThrownBy(ids::nextUuid).isInstanceOf(IllegalStateException.class);
        CopyDetector.system().restored();
        assertThatThrownBy(ids::nextUuid).isInstanceOf(IllegalStateException.class);
    }

    private UuidGenerator open(int version, Node node) {
        return version == 1 ? UuidV1.open(clock, node) : UuidV6.open(clock, node);
    }

    private static long node(UUID id) {
        return id.getLeastSignificantBits() & (1L << 48) - 1;
    }

    private long clockSequence(Node node) {
        try (UuidGenerator ids = open(6, node)) {
            return ids.nextUuid().getLeastSignificantBits() >>> 48 & ClockSequences.COUNT - 1;
        }
    }

    /** A clock that does something before it is read. */
    private static final class HookedClock implements InstantSource {
        private final InstantSource source;
        private Runnable hook = () -> {};

        HookedClock(InstantSource source) {
            this.source = source;
        }

        void once(Runnable action) {
            hook = () -> {
                hook = () -> {};
                action.run();
            };
        }

        void always(Runnable action) {
            hook = action;
        }

        @Override
        public Instant instant() {
            hook.run();
            return source.instant();
        }
    }
}
