package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SegmentClaimsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final MemoryStore store = new MemoryStore().put("order", 1, 100);
    private final SimulatedLoader loader = new SimulatedLoader(store);
    private final LoadContext loading = new LoadContext(store, LeafOptions.DEFAULT, loader, loader);
    private final Demand demand = new Demand(StepRule.DEFAULT, 0);
    private final SegmentClaims claims = new SegmentClaims("order", loading, demand);

    @AfterEach
    void end() {
        loader.shutdownNow();
    }

    /** Or the tries of an outage, of which there may be one a second, would end at the cap. */
    @Test
    void claimThatFailsDoesNotDoubleTheStep() {
        claims.claim();
        claims.claim();
        loader.pass(SECOND.toNanos());
        store.failWith(new BackendException("away"));
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(claims::claim).isInstanceOf(BackendException.class);
        }
        store.failWith(null);
        assertThat(claims.claim().size()).isEqualTo(200);
    }

    @Test
    void whereLittleIsLeftAClaimTakesTheStoresStep() {
        store.put("order", Long.MAX_VALUE - 600, 100);
        claims.claim();
        claims.claim();
        assertThat(claims.claim().size()).isEqualTo(200);
        assertThat(claims.claim().size()).as("400 are not left").isEqualTo(100);
        assertThat(demand.step()).isEqualTo(100);
        assertThat(claims.claim().end()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(claims::claim).isInstanceOf(IdsExhaustedException.class);
    }

    @Test
    void aRangeThatBeginsWithTheLastIdOfTheOneBeforeIsRefused() {
        Segment first = claims.claim();
        store.put("order", first.end() - 1, 100);
        assertThatThrownBy(claims::claim).isInstanceOf(StoreRegressedException.class);
        store.put("order", first.end(), 100);
        assertThat(claims.claim().start()).isEqualTo(first.end());
    }

    @Test
    void whatTheStoreHasGrantedIsNotForgottenWithTheTagsUse() {
        Segment first = claims.claim();
        store.put("order", first.start(), 100);
        claims.startOver();
        assertThatThrownBy(claims::claim).isInstanceOf(StoreRegressedException.class);
    }

    @Test
    void aRangeThatIsClaimedOnceMoreSinceLittleIsLeftIsComparedToo() {
        store.put("order", Long.MAX_VALUE - 350, 100);
        claims.claim();
        Segment second = claims.claim();
        store.put("order", second.start(), 100);
        // 200, of which there are enough, and so the range is refused; then as many as are left.
        assertThatThrownBy(claims::claim).isInstanceOf(StoreRegressedException.class);
        store.put("order", Long.MAX_VALUE - 150, 100);
        Segment small = claims.claim();
        assertThat(small.size()).isEqualTo(100);
        store.put("order", small.start(), 100);
        assertThatThrownBy(claims::claim).isInstanceOf(StoreRegressedException.class);
    }
}
