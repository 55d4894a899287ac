package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What every {@link SegmentStore} must hold to, on its real server.
 *
 * <p>A subclass names the provider, gives a configuration, and says how to make a tag, how to move its counter by hand, and how
 * to stop and start the server.
 */
public abstract class SegmentStoreContract {
    private static final AtomicInteger TAGS = new AtomicInteger();
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    /** For subclasses. */
    protected SegmentStoreContract() {}

    /**
     * The store under test.
     *
     * @return the name its provider is found by
     */
    protected abstract String store();

    /**
     * A configuration that works, for this process and others on this machine.
     *
     * @return the settings
     */
    protected abstract Map<String, String> config();

    /**
     * Makes a tag in the store.
     *
     * @param tag its name, which no tag has yet: lower-case letters, digits and hyphens, at most 40 of them
     * @param start where the first range begins
     * @param step the step that the store holds for it
     * @throws Exception if it cannot be made
     */
    protected abstract void createTag(String tag, long start, int step) throws Exception;

    /**
     * Moves the counter of a tag by hand, as a restored backup would.
     *
     * @param tag its name
     * @param to where the next range will begin
     * @throws Exception if it cannot be moved
     */
    protected abstract void rollBack(String tag, long to) throws Exception;

    /**
     * Makes the server unreachable.
     *
     * @throws Exception if it cannot be stopped; {@link org.opentest4j.TestAbortedException} if this one must not be
     */
    protected abstract void stopServer() throws Exception;

    /**
     * Makes the server reachable again, with what it held.
     *
     * @throws Exception if it cannot be started
     */
    protected abstract void startServer() throws Exception;

    /**
     * Configurations that opening must refuse within five seconds, beyond those that follow from the provider's keys.
     *
     * @return as changes to {@link #config()}; by default none
     */
    protected List<BadConfig> badConfigs() {
        return List.of();
    }

    /**
     * How many processes claim at once.
     *
     * @return by default 4
     */
    protected int processes() {
        return 4;
    }

    /**
     * How many threads of each process claim at once.
     *
     * @return by default 64
     */
    protected int threadsPerProcess() {
        return 64;
    }

    /**
     * How many ranges each thread claims.
     *
     * @return by default 20
     */
    protected int claimsPerThread() {
        return 20;
    }

    @Test
    final void serviceLoaderFindsExactlyOneProvider() {
        configChecks().discovery();
    }

    @Test
    final void unknownKeyIsRefused() {
        configChecks().unknownKey();
    }

    @Test
    final void malformedAndOutOfRangeValuesAreRefused() {
        configChecks().badValues();
    }

    @Test
    final void badConfigurationsAreRefusedInTime() {
        configChecks().refused(badConfigs());
    }

    @Test
    final void secretsAreNeverShown() throws Exception {
        configChecks().secrets();
    }

    @Test
    final void rangesHaveTheSizeAskedForAndAscend() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            Ascent<ClaimRange> order = new Ascent<>("ranges of one object");
            for (long size : new long[] {1, 2, 1000, 1, 1_000_000, 7}) {
                order.draw(() -> {
                    Segment segment = store.claim(tag, size);
                    assertThat(segment.size()).as("size of %s", segment).isEqualTo(size);
                    return List.of(ClaimRange.of(segment));
                });
            }
        }
    }

    @Test
    final void firstRangeBeginsAtTheCounter() throws Exception {
        String tag = newTag(1000, 10);
        try (SegmentStore store = open()) {
            assertThat(store.claim(tag, 5)).as("first range").isEqualTo(new Segment(1000, 1005));
        }
    }

    @Test
    final void rangesOfManyThreadsAndObjectsAreDisjoint() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore one = open();
                SegmentStore two = open();
                SegmentStore three = open()) {
            List<SegmentStore> stores = List.of(one, two, three);
            List<Ascent<ClaimRange>> orders = List.of(new Ascent<>("one"), new Ascent<>("two"), new Ascent<>("three"));
            List<List<ClaimRange>> streams = Crew.run(12, Duration.ofMinutes(2), thread -> {
                List<ClaimRange> ranges = new ArrayList<>();
                for (int i = 0; i < claimsPerThread(); i++) {
                    long size = 1 + (thread + i) % 9;
                    int object = thread % stores.size();
                    ranges.addAll(orders.get(object)
                            .draw(() -> List.of(ClaimRange.of(stores.get(object).claim(tag, size)))));
                }
                return ranges;
            });
            ClaimRange.refuseOverlaps(streams);
        }
    }

    @Test
    @ResourceLock(ChildJvm.CROWD)
    final void rangesOfManyProcessesAreDisjoint() throws Exception {
        String tag = newTag(1, 10);
        List<ChildJvm> children = new ArrayList<>();
        try {
            for (int i = 0; i < processes(); i++) {
                children.add(new ChildJvm(
                        SegmentStoreChild.class,
                        config(),
                        store(),
                        tag,
                        Integer.toString(threadsPerProcess()),
                        Integer.toString(claimsPerThread())));
            }
            children.forEach(child -> child.await("ready", Duration.ofMinutes(1)));
            children.forEach(child -> child.tell("go"));
            List<List<ClaimRange>> streams = new ArrayList<>();
            for (ChildJvm child : children) {
                streams.addAll(rangesOf(child));
            }
            assertThat(streams).hasSize(processes() * threadsPerProcess());
            streams.forEach(SegmentStoreContract::requireAscending);
            ClaimRange.refuseOverlaps(streams);
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    @Test
    final void tagsDoNotMeet() throws Exception {
        String one = newTag(1, 10);
        String two = newTag(500, 10);
        try (SegmentStore store = open()) {
            store.claim(one, 100);
            assertThat(store.claim(two, 10)).as("first range of the other tag").isEqualTo(new Segment(500, 510));
        }
    }

    @Test
    final void storesOwnStepIsTold() throws Exception {
        String tag = newTag(1, 1234);
        try (SegmentStore store = open()) {
            assertThat(store.step(tag)).as("step").isEqualTo(1234);
        }
    }

    @Test
    final void unknownTagIsRefused() {
        try (SegmentStore store = open()) {
            for (String tag : List.of("no-such-tag", "", "x".repeat(1000), "'; DROP TABLE leaf_alloc; --")) {
                Throwable claim = catchThrowable(() -> store.claim(tag, 1));
                assertThat(claim).as("claim of tag \"%s\"", tag).isInstanceOf(ConfigException.class);
                Throwable step = catchThrowable(() -> store.step(tag));
                assertThat(step).as("step of tag \"%s\"", tag).isInstanceOf(ConfigException.class);
            }
            assertThat(catchThrowable(() -> store.claim("no-such-tag", 1)))
                    .as("error for a tag that does not exist")
                    .hasMessageContaining("no-such-tag");
        }
    }

    @Test
    final void badSizeIsRefused() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            for (long size : new long[] {0, -1, Long.MIN_VALUE}) {
                assertThat(catchThrowable(() -> store.claim(tag, size)))
                        .as("claim of %d ids", size)
                        .isInstanceOfAny(IllegalArgumentException.class, ConfigException.class)
                        .hasMessageContaining(Long.toString(size));
            }
            assertThat(store.claim(tag, 1))
                    .as("first range after refused claims")
                    .isEqualTo(new Segment(1, 2));
        }
    }

    @Test
    final void rangesEndBelowTheGreatestLong() throws Exception {
        String tag = newTag(Long.MAX_VALUE - 100, 10);
        try (SegmentStore store = open()) {
            assertThat(store.claim(tag, 10).size()).as("size near the end").isEqualTo(10);
            for (long size : new long[] {1000, Long.MAX_VALUE}) {
                assertThat(catchThrowable(() -> store.claim(tag, size)))
                        .as("claim of %d ids with fewer than 100 left", size)
                        .isInstanceOf(IdsExhaustedException.class)
                        .hasMessageContaining(tag);
            }
        }
        String fresh = newTag(5, 10);
        try (SegmentStore store = open()) {
            assertThat(catchThrowable(() -> store.claim(fresh, Long.MAX_VALUE)))
                    .as("claim of more ids than there are from 5 on")
                    .isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    final void rangeThatWasSeenBeforeIsRefused() throws Exception {
        String tag = newTag(1000, 10);
        try (SegmentStore store = open()) {
            store.claim(tag, 100);
            Segment last = store.claim(tag, 100);
            for (long to : new long[] {1000, last.start(), last.start() + 50, 1}) {
                rollBack(tag, to);
                assertThat(catchThrowable(() -> store.claim(tag, 10)))
                        .as("claim after %s, with the counter moved back to %d", last, to)
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining(tag);
            }
            rollBack(tag, last.end() + 1000);
            assertThat(store.claim(tag, 10))
                    .as("range after the counter was moved on")
                    .isEqualTo(new Segment(last.end() + 1000, last.end() + 1010));
        }
    }

    @Test
    final void tagsAreListedAsTheyStandNow() throws Exception {
        String one = newTag(1, 10);
        try (SegmentStore store = open()) {
            Set<String> before;
            try {
                before = store.tags();
            } catch (UnsupportedOperationException e) {
                return;
            }
            String two = newTag(1, 10);
            assertThat(before)
                    .as("tags before the second was made")
                    .contains(one)
                    .doesNotContain(two);
            assertThat(store.tags()).as("tags after the second was made").contains(one, two);
        }
    }

    @Test
    final void rangeThatWasGivenBackIsGrantedOnceMoreOrNever() throws Exception {
        String tag = newTag(1000, 10);
        try (SegmentStore mine = open();
                SegmentStore other = open()) {
            Segment first = mine.claim(tag, 100);
            boolean taken = mine.giveBack(tag, new Segment(first.start() + 40, first.end()));
            Segment second = other.claim(tag, 100);
            assertThat(second.start())
                    .as("start of the range after [1040, 1100) was %s", taken ? "taken back" : "kept as used")
                    .isEqualTo(taken ? 1040 : 1100);
            assertThat(mine.claim(tag, 10).start())
                    .as("start of the next range of the object that gave one back")
                    .isEqualTo(second.end());
            assertThat(other.giveBack(tag, new Segment(second.start() + 1, second.end())))
                    .as("whether a range is taken back though another was claimed after it")
                    .isFalse();
            assertThat(mine.claim(tag, 10).start())
                    .as("start of the range after one that was not taken back")
                    .isEqualTo(second.end() + 10);
        }
    }

    @Test
    final void serverThatIsDownIsToldInTimeAndComesBackByItself() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            Segment before = store.claim(tag, 10);
            stopServer();
            try {
                for (int attempt = 0; attempt < 2; attempt++) {
                    Throwable error =
                            Crew.alone(AT_ONCE.plusSeconds(1), thread -> catchThrowable(() -> store.claim(tag, 10)));
                    assertThat(error).as("claim while the server is down").isInstanceOf(BackendException.class);
                }
                assertThat(Crew.<Throwable>alone(
                                AT_ONCE.plusSeconds(1), thread -> catchThrowable(() -> open().close())))
                        .as("opening while the server is down")
                        .isInstanceOf(BackendException.class);
            } finally {
                startServer();
            }
            Segment after = Awaitility.await("claims once the server is back")
                    .atMost(Duration.ofSeconds(20))
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(() -> store.claim(tag, 10), segment -> true);
            assertThat(after.start()).as("start of the range after the outage").isGreaterThanOrEqualTo(before.end());
        }
    }

    @Test
    final void interruptIsNeitherLostNorAHang() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            Crew.alone(Duration.ofSeconds(10), thread -> {
                Thread.currentThread().interrupt();
                Throwable error = catchThrowable(() -> store.claim(tag, 10));
                assertThat(Thread.interrupted())
                        .as("interrupt status after a claim that threw %s", error)
                        .isTrue();
                if (error != null) {
                    assertThat(error).as("error of an interrupted claim").isInstanceOf(IdException.class);
                }
                return true;
            });
            assertThat(store.claim(tag, 3).size()).as("size after an interrupt").isEqualTo(3);
        }
    }

    @Test
    final void closeIsIdempotent() {
        SegmentStore store = open();
        store.close();
        assertThatCode(store::close).as("second close").doesNotThrowAnyException();
    }

    private SegmentStore open() {
        return open(config());
    }

    private SegmentStore open(Map<String, String> config) {
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, store());
        return provider.open(IdConfig.of(provider, config));
    }

    private ConfigChecks<SegmentStoreProvider> configChecks() {
        return new ConfigChecks<>(SegmentStoreProvider.class, store(), config(), this::open);
    }

    private String newTag(long start, int step) throws Exception {
        String tag = "contract-" + TAGS.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36);
        createTag(tag, start, step);
        return tag;
    }

    private List<List<ClaimRange>> rangesOf(ChildJvm child) {
        List<List<ClaimRange>> streams = new ArrayList<>();
        for (int i = 0; i < threadsPerProcess(); i++) {
            streams.add(new ArrayList<>());
        }
        for (int i = 0; i < threadsPerProcess() * claimsPerThread(); i++) {
            List<String> words = child.await("range", Duration.ofMinutes(2));
            streams.get(Integer.parseInt(words.get(0)))
                    .add(new ClaimRange(Long.parseLong(words.get(1)), Long.parseLong(words.get(2))));
        }
        return streams;
    }

    private static void requireAscending(List<ClaimRange> ranges) {
        Ascent<ClaimRange> order = new Ascent<>("ranges of one thread");
        ranges.forEach(range -> order.draw(() -> List.of(range)));
    }
}
