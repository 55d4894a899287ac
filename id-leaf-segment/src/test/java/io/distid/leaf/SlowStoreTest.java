package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.spi.Segment;
import io.distid.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers feel of a store that is slow, in simulated time; a call that had to wait would find nobody to move the clock, and fail. */
class SlowStoreTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int STEP = 2_000;
    private static final LeafOptions OPTIONS = LeafOptions.DEFAULT
            .withMaxWait(Duration.ofSeconds(1))
            .withStep(new StepRule(1, 1_000_000, Duration.ofMinutes(15), Duration.ofMinutes(30)));

    private final MemoryStore store = new MemoryStore().put("order", 1, STEP);
    private final SimulatedLoader loader = new SimulatedLoader(store);
    private LeafTag tag = opened(OPTIONS);
    private long last;

    @AfterEach
    void end() {
        tag.loader().end();
        loader.end();
    }

    @Test
    void aStoreThatStallsForHalfASecondIsNotFeltOnceATagIsWarm() {
        draw(100_000, SECOND);
        loader.stall(500 * MS);
        draw(100_000, 2 * SECOND);
        assertThat(tag.stats().burned()).isZero();
        assertThat(store.mostUnderWay()).isEqualTo(1);
    }

    @Test
    void byDefaultAStoreThatStallsForTenSecondsIsNotFeltOnceATagIsWarm() {
        tag = opened(LeafOptions.DEFAULT.withMaxWait(Duration.ofSeconds(1)));
        draw(10_000, 12 * SECOND);
        loader.stall(10 * SECOND);
        draw(10_000, 11 * SECOND);
        assertThat(tag.stats().issued()).isEqualTo(230_000);
    }

    @Test
    void whereStepsMayNotGrowItIs() {
        tag = opened(OPTIONS.withStep(new StepRule(1, STEP, Duration.ofMinutes(15), Duration.ofMinutes(30))));
        draw(100_000, SECOND);
        loader.stall(500 * MS);
        assertThatThrownBy(() -> draw(100_000, SECOND)).isInstanceOf(BackendException.class);
    }

    @Test
    void aSlowClaimInTheFirstSecondOfAHotTagIsNotFelt() {
        draw(400_000, 50 * MS);
        loader.stall(20 * MS);
        draw(400_000, 950 * MS);
        assertThat(tag.stats().issued()).isEqualTo(400_000);
    }

    @Test
    void callersOfATagInUseDoNotWakeTheLoader() {
        draw(100_000, SECOND);
        int asked = loader.askedByCallers();
        long loads = tag.stats().loads();
        draw(100_000, 10 * SECOND);
        assertThat(tag.stats().loads()).isGreaterThan(loads);
        assertThat(loader.askedByCallers()).isEqualTo(asked);
    }

    @Test
    void callersOfATagThatNeedsAClaimTwiceAMinuteDoNotWakeTheLoader() {
        tag = opened(LeafOptions.DEFAULT);
        draw(1_000, 20 * SECOND);
        int asked = loader.askedByCallers();
        long loads = tag.stats().loads();
        draw(1_000, 40 * SECOND);
        assertThat(tag.stats().loads()).isGreaterThan(loads);
        assertThat(loader.askedByCallers()).isEqualTo(asked);
    }

    @Test
    void theStepOfAHotTagGoesOnToMaxStep() {
        draw(400_000, 4 * SECOND);
        assertThat(tag.stats().step()).isEqualTo(1_000_000);
    }

    @Test
    void aRateThatRisesALotIsMetBeforeTheTimer() {
        draw(1_000, 4 * SECOND);
        draw(200_000, SECOND);
        assertThat(tag.stats().issued()).isEqualTo(204_000);
    }

    @Test
    void anIdleTagHoldsAtMostTwoSegmentsAndHasNoTimer() {
        draw(10, 60 * SECOND);
        assertThat(tag.stats().left()).isLessThanOrEqualTo(2 * STEP);
        loader.pass(60 * SECOND);
        loader.pass(60 * SECOND);
        assertThat(loader.looks()).isZero();
        assertThat(tag.stats().left()).isLessThanOrEqualTo(2 * STEP);
    }

    @Test
    void aTagThatIsGoneFromTheStoreHasNoTimer() {
        draw(100_000, SECOND);
        assertThat(loader.looks()).isEqualTo(1);
        long loads = tag.stats().loads();
        tag.loader().drop();
        loader.pass(60 * SECOND);
        assertThat(loader.looks()).isZero();
        assertThat(tag.stats().loads()).isEqualTo(loads);
    }

    @Test
    void inHandAreAtMostTwoClaimsOfMaxStepWhileTheStoreAnswersInTime() {
        StepRule small = new StepRule(1, 10_000, Duration.ofMinutes(15), Duration.ofMinutes(30));
        tag = opened(OPTIONS.withStep(small));
        draw(100_000, 3 * SECOND);
        assertThat(store.claims()).extracting(Segment::size).allMatch(size -> size <= 10_000);
        assertThat(tag.stats().left()).isLessThanOrEqualTo(20_000);
    }

    @Test
    void idsEndWhereTheColumnEndsHoweverMuchAClaimWouldTake() {
        store.put("order", Long.MAX_VALUE - 250_000, STEP);
        tag = opened(OPTIONS.withMaxWait(Eventually.LIMIT));
        // Claims are answered at once, so that the last caller, who waits, learns why there are no more.
        store.hold().release(1_000);
        assertThatThrownBy(() -> draw(100_000, 3 * SECOND)).isInstanceOf(IdsExhaustedException.class);
        assertThat(last).isBetween(Long.MAX_VALUE - STEP - 1, Long.MAX_VALUE - 1);
        assertThat(tag.stats().left()).isZero();
    }

    private LeafTag opened(LeafOptions options) {
        LeafTag opened = new LeafTag("order", new LoadContext(store, options, loader, loader), unknown -> {});
        last = 0;
        store.hold().release();
        // By a real thread, which may get no core for longer than a call waits.
        Eventually.untilCarriedOut(opened::ready);
        loader.claimsTake(MS);
        return opened;
    }

    /** Draws at a rate for a time; each id must be greater than the one before. */
    private void draw(int perSecond, long time) {
        long every = SECOND / perSecond;
        for (long passed = 0; passed < time; passed += every) {
            loader.pass(every);
            long id = tag.nextId();
            assertThat(id > last).isTrue();
            last = id;
        }
    }
}
