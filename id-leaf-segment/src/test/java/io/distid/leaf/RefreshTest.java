package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshTest {
    /** A rule by which no step ever grows, so that all claims take the store's. */
    private static final LeafOptions WITHOUT_PREFETCH = new LeafOptions(
            100,
            new StepRule(1, 1_000_000, Duration.ZERO, Duration.ofDays(1)),
            Eventually.LIMIT,
            Duration.ofDays(1),
            0);

    private final MemoryStore store = new MemoryStore().put("order", 1, 10);
    private LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);

    @AfterEach
    void close() {
        store.failWith(null);
        segments.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void aTagThatVanishesEndsWithTheNextRefreshAndComesBackAboveWhatItGave(int threadBlock) {
        segments.close();
        segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock));
        assertThat(segments.nextId("order")).isEqualTo(1);
        store.remove("order");
        segments.refresh();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> segments.nextId("order"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("no tag order");
        }
        assertThat(segments.stats("order").orElseThrow().left()).isZero();
        assertThat(segments.stats("order").orElseThrow().burned()).isEqualTo(9);
        store.put("order", 40, 10);
        assertThat(segments.nextId("order")).isEqualTo(40);
    }

    /** Else each refresh asks once for each tenant that ever left. */
    @Test
    void aTagThatIsGoneIsNotAskedForAgainUntilTheStoreHasGrantedIdsOfIt() {
        segments.close();
        segments = LeafSegments.open(
                new ForwardingStore(store) {
                    // As where the store lists another spelling.
                    @Override
                    public Map<String, Long> steps() {
                        super.steps();
                        return Map.of();
                    }
                },
                WITHOUT_PREFETCH);
        segments.nextId("order");
        store.remove("order");
        segments.refresh();
        int byName = store.stepsByName();
        segments.refresh();
        segments.refresh();
        assertThat(store.stepsByName()).isEqualTo(byName);
        store.put("order", 40, 10);
        assertThat(segments.nextId("order")).isEqualTo(40);
        byName = store.stepsByName();
        segments.refresh();
        assertThat(store.stepsByName()).isEqualTo(byName + 1);
        assertThat(segments.nextId("order")).isEqualTo(41);
        store.remove("order");
        segments.refresh();
        assertThatThrownBy(() -> segments.nextId("order")).isInstanceOf(ConfigException.class);
    }

    @Test
    void aListThatCannotBeHadIsNotAnEmptyList() {
        segments.nextId("order");
        store.failWith(new BackendException("away"));
        segments.refresh();
        assertThat(segments.nextId("order")).isEqualTo(2);
    }

    @Test
    void anEmptyListEndsEveryTag() {
        segments.nextId("order");
        store.remove("order");
        assertThat(store.tags()).isEmpty();
        segments.refresh();
        assertThatThrownBy(() -> segments.nextId("order")).isInstanceOf(ConfigException.class);
    }

    @Test
    void theStoreIsAskedByItself() {
        segments.close();
        LeafOptions often = new LeafOptions(10, StepRule.DEFAULT, Eventually.LIMIT, Duration.ofMillis(5), 0);
        segments = LeafSegments.open(store, often);
        segments.nextId("order");
        store.remove("order");
        await(() -> segments.stats("order").orElseThrow().left() == 0);
    }

    @Test
    void theStoreIsAskedAgainAfterAnError() {
        segments.close();
        LeafOptions often = new LeafOptions(10, StepRule.DEFAULT, Eventually.LIMIT, Duration.ofMillis(5), 0);
        AtomicInteger asked = new AtomicInteger();
        segments = LeafSegments.open(
                new ForwardingStore(store) {
                    @Override
                    public Map<String, Long> steps() {
                        if (asked.incrementAndGet() == 1) {
                            throw new OutOfMemoryError("planted");
                        }
                        return super.steps();
                    }
                },
                often);
        await(() -> asked.get() > 2);
    }

    @Test
    void namesThatTheStoreDoesNotKnowDoNotPileUp() {
        segments.nextId("order");
        for (int i = 0; i < 50; i++) {
            String name = "none" + i;
            assertThatThrownBy(() -> segments.nextId(name)).isInstanceOf(ConfigException.class);
        }
        assertThat(segments.tags()).containsExactly("order");
    }

    @Test
    void stepsOfAllTagsAreReadInOneRequestAndTheirNextClaimsNeedNone() {
        segments.close();
        segments = LeafSegments.open(store, WITHOUT_PREFETCH);
        for (int i = 0; i < 100; i++) {
            store.put("tag" + i, 1, 1);
            segments.nextId("tag" + i);
        }
        int byName = store.stepsByName();
        int lists = store.lists();
        segments.refresh();
        for (int i = 0; i < 100; i++) {
            assertThat(segments.nextId("tag" + i)).isEqualTo(2);
        }
        assertThat(store.lists() - lists).isEqualTo(1);
        assertThat(store.stepsByName() - byName).isZero();
    }

    @Test
    void aStepThatWasChangedTakesEffectWithTheRefresh() {
        segments.close();
        segments = LeafSegments.open(store, WITHOUT_PREFETCH);
        segments.nextId("order");
        store.put("order", 11, 50);
        segments.refresh();
        segments.nextIds("order", new long[10], 0, 10);
        assertThat(segments.stats("order").orElseThrow().step()).isEqualTo(50);
    }

    @Test
    void impossibleStepIsReportedByNameAtTheNextClaim() {
        segments.close();
        segments = LeafSegments.open(store, WITHOUT_PREFETCH);
        segments.nextId("order");
        store.put("order", 11, 0);
        segments.refresh();
        assertThatThrownBy(() -> segments.nextIds("order", new long[10], 0, 10))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("step 0");
    }
}
