package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.UuidGenerator;
import io.distid.internal.process.CopyDetector;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a process and its copy draw, which had the same state when the copy was made. */
class CopiedRandomTest {
    private static final long MS = 1_000_000;
    /** Blocks of 2, 4, 8, 16 and 32 words, which are the system's own. */
    private static final int BEFORE_KEY = 2 * SecureWords.LONGEST_SYSTEM_BLOCK - 2;

    private static final int LONGEST = SecureWords.LONGEST_BLOCK;
    /** A block of each length. */
    private static final int ALL_LENGTHS = 2 * LONGEST - 2;

    private final Twins twins = new Twins();
    private final RandomWords one = twins.words(0);
    private final RandomWords other = twins.words(1);

    @Test
    void copiesDrawTheSameUntilTheyAreSeededAgain() {
        drawQuickly(10 * LONGEST + 100);
        twins.part();
        twins.pass(50 * MS);
        assertThat(one.next()).isEqualTo(other.next());
    }

    @Test
    void idsDrawnOneByOneDifferFromTheFirstAfterTheIntervalOn() {
        drawSlowly(10);
        twins.part();
        twins.pass(SecureWords.SEED_NANOS);
        assertAllDiffer(1_000);
    }

    @Test
    void atMostTheRestOfABlockIsDrawnTwiceAfterABurst() {
        drawQuickly(10 * LONGEST + 100);
        twins.part();
        twins.pass(3_600_000 * MS);
        int same = 0;
        while (one.next() == other.next()) {
            same++;
        }
        assertThat(same).isLessThan(LONGEST);
        assertAllDiffer(10 * LONGEST);
    }

    @Test
    void copiesUnderLoadDifferAfterAMebibyte() {
        drawQuickly(100);
        twins.part();
        int same = 0;
        while (one.next() == other.next()) {
            same++;
        }
        assertThat(same).isEqualTo(BEFORE_KEY + SecureWords.WORDS_PER_KEY - 100);
        assertAllDiffer(10 * LONGEST);
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600_000, -101, 101, 3_600_000})
    void aClockThatJumpedWhileTheMonotonicOneDidNotSeedsAgain(long jumpMillis) {
        drawQuickly(ALL_LENGTHS);
        twins.part();
        assertThat(one.fresh()).as("control").isEqualTo(other.fresh());
        twins.millis.addAndGet(jumpMillis);
        assertThat(one.fresh()).isNotEqualTo(other.fresh());
        assertAllDiffer(10 * LONGEST);
    }

    @Test
    void whatLooksAtTheClocksFindsTheIntervalOverAmidABlock() {
        drawQuickly(10 * LONGEST + 100);
        twins.part();
        assertThat(one.fresh()).isEqualTo(other.fresh());
        twins.pass(SecureWords.SEED_NANOS + 1);
        assertThat(one.fresh()).isNotEqualTo(other.fresh());
        assertAllDiffer(10 * LONGEST);
    }

    @Test
    void restoreIsFollowedByNewWordsFromTheFirstOn() {
        drawQuickly(10 * LONGEST + 100);
        List<ThreadRandom> randoms = twins.restored(false);
        for (int i = 0; i < 1_000; i++) {
            assertThat(randoms.get(0).next()).isNotEqualTo(randoms.get(1).next());
        }
    }

    @Test
    void noWordIsKeptForLaterWhileACheckpointIsMade() {
        List<ThreadRandom> randoms = List.of(twins.random(0, false), twins.random(1, false));
        for (CopyDetector copies : twins.copies) {
            copies.expected();
        }
        for (int i = 0; i < 100; i++) {
            assertThat(randoms.get(0).next())
                    .as("control")
                    .isEqualTo(randoms.get(1).next());
        }
        twins.part();
        // Nobody was told of the restore yet.
        for (int i = 0; i < 100; i++) {
            assertThat(randoms.get(0).next()).isNotEqualTo(randoms.get(1).next());
        }
    }

    @Test
    void oneThreadsSuspicionSeedsAllOthersAgain() throws Exception {
        List<ThreadRandom> randoms = List.of(twins.random(0, false), twins.random(1, false));
        for (int i = 0; i < ALL_LENGTHS + 100; i++) {
            assertThat(randoms.get(0).next())
                    .as("control")
                    .isEqualTo(randoms.get(1).next());
        }
        twins.part();
        assertThat(randoms.get(0).next()).as("control").isEqualTo(randoms.get(1).next());
        twins.millis.addAndGet(1_000);
        for (ThreadRandom random : randoms) {
            Thread thread = new Thread(random::next);
            thread.start();
            thread.join();
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(randoms.get(0).next()).isNotEqualTo(randoms.get(1).next());
        }
    }

    @Test
    void kernelsThatWereCopiedTooGiveDifferentWordsAtDifferentTimes() {
        twins.pass(MS);
        // Not parted: the same bytes for both.
        long first = one.next();
        twins.pass(1);
        twins.nanos.addAndGet(1);
        assertThat(other.next()).isNotEqualTo(first);
    }

    /** While it waits for the clock its copy has the same state in hand; the words are drawn after the wait. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void version7ThatWaitedWhenTheCopyWasMadeDrawsAnotherWord(boolean copied) {
        UUID[] found = new UUID[2];
        StalledClock[] clocks = {new StalledClock(), new StalledClock()};
        UuidV7[] ids = new UuidV7[2];
        for (int twin = 0; twin < 2; twin++) {
            UuidClock source = new UuidClock(clocks[twin], Duration.ofMillis(1), Duration.ofMinutes(1));
            ids[twin] = UuidV7.open(source, twins.random(twin, false));
        }
        for (int i = 0; i < 1_001; i++) {
            assertThat(ids[0].nextUuid()).as("control").isEqualTo(ids[1].nextUuid());
        }
        twins.part();
        for (int twin = 0; twin < 2; twin++) {
            CopyDetector copies = twins.copies[twin];
            clocks[twin].stall(() -> {
                if (copied) {
                    copies.expected();
                    copies.restored();
                }
            });
            found[twin] = ids[twin].nextUuid();
        }
        assertThat(found[0].equals(found[1])).isEqualTo(!copied);
        assertThat(found[0].getMostSignificantBits()).isEqualTo(found[1].getMostSignificantBits());
    }

    /** Of which each has written the same ids of the batch by then, and goes on with the rest. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void batchInWhichTheCopyWasMadeIsDrawnAgain(boolean perThread, boolean copied) {
        int pairs = 3 * LONGEST;
        long[][] batches = new long[2][2 * pairs];
        UuidGenerator[] ids = new UuidGenerator[2];
        UuidClock clock = new UuidClock(new ManualClock(Instant.EPOCH), Duration.ofDays(1), Duration.ZERO);
        for (int twin = 0; twin < 2; twin++) {
            ThreadRandom random = twins.random(twin, false);
            ids[twin] = perThread ? new UuidV7PerThread(clock, random) : UuidV7.open(clock, random);
            for (int i = 0; i < 1_001; i++) {
                ids[twin].nextUuid();
            }
        }
        for (int twin = 0; twin < 2; twin++) {
            if (copied) {
                CopyDetector copies = twins.copies[twin];
                // A block of words ends amid the batch; with the next one the clocks are looked at.
                twins.atNextReading[twin] = () -> {
                    copies.expected();
                    twins.part();
                    copies.restored();
                };
            }
            ids[twin].nextUuids(batches[twin], 0, 2 * pairs);
        }
        for (int i = 1; i < 2 * pairs; i += 2) {
            assertThat(batches[0][i] == batches[1][i])
                    .as("whether the lower halves at %d are equal", i)
                    .isEqualTo(!copied);
        }
    }

    /** A clock that is set back by a second, and after a few readings is right again. */
    private static final class StalledClock implements InstantSource {
        private static final Instant NOW = Instant.ofEpochMilli(1_795_000_000_000L);
        private int behind;
        private Runnable then = () -> {};

        void stall(Runnable after) {
            behind = 5;
            then = after;
        }

        @Override
        public Instant instant() {
            if (behind == 0) {
                return NOW;
            }
            if (--behind == 0) {
                then.run();
            }
            return NOW.minusSeconds(1);
        }
    }

    @Test
    void version7DiffersFromTheFirstMsAfterTheInterval() {
        ManualClock clock = new ManualClock(Instant.ofEpochMilli(twins.millis.get()));
        UuidClock source = UuidClock.exact();
        source = new UuidClock(clock, source.maxLead(), source.maxWait());
        UuidV7[] ids = {UuidV7.open(source, twins.random(0, false)), UuidV7.open(source, twins.random(1, false))};
        for (int i = 0; i < 100; i++) {
            UUID id = ids[0].nextUuid();
            assertThat(ids[1].nextUuid()).as("control").isEqualTo(id);
        }
        twins.part();
        twins.pass(SecureWords.SEED_NANOS + 1);
        clock.advance(Duration.ofMillis(101));
        for (int i = 0; i < 1_000; i++) {
            assertThat(ids[1].nextUuid()).isNotEqualTo(ids[0].nextUuid());
        }
    }

    /** An id of 2 words each 2 ms: blocks are short. */
    private void drawSlowly(int ids) {
        for (int i = 0; i < ids; i++) {
            twins.pass(2 * MS);
            for (int word = 0; word < 2; word++) {
                assertThat(one.next()).as("control").isEqualTo(other.next());
            }
        }
    }

    /** In no time: blocks grow long. */
    private void drawQuickly(int words) {
        for (int i = 0; i < words; i++) {
            assertThat(one.next()).as("control").isEqualTo(other.next());
        }
    }

    private void assertAllDiffer(int words) {
        for (int i = 0; i < words; i++) {
            assertThat(one.next()).isNotEqualTo(other.next());
        }
    }
}
