package io.distid.testkit.contract;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The common part of the tests of a {@link SegmentStore}: a subclass describes it, and the tests reach it. */
abstract class SegmentStoreFixture extends PortContract<SegmentStore> {
    private static final AtomicInteger TAGS = new AtomicInteger();

    /**
     * The store under test.
     *
     * @return the name of its provider
     */
    protected abstract String store();

    /**
     * Creates a tag in the store.
     *
     * @param tag the name of the new tag: at most 40 lower-case letters, digits and hyphens
     * @param start where the first range begins
     * @param step the step that the store holds for it
     * @throws Exception if it cannot be created
     */
    protected abstract void createTag(String tag, long start, int step) throws Exception;

    /**
     * Moves the counter of a tag by hand, like a restored backup.
     *
     * @param tag the name of the tag
     * @param to where the next range will begin
     * @throws Exception if it cannot be moved
     */
    protected abstract void rollBack(String tag, long to) throws Exception;

    /**
     * How many ranges each thread claims.
     *
     * @return by default 20
     */
    protected int claimsPerThread() {
        return 20;
    }

    @Override
    final SegmentStore open(Map<String, String> config) {
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, store());
        return provider.open(IdConfig.of(provider, config));
    }

    @Override
    final ConfigChecks<SegmentStoreProvider> configChecks() {
        return new ConfigChecks<>(SegmentStoreProvider.class, store(), config(), this::open);
    }

    final String newTag(long start, int step) throws Exception {
        String tag = "contract-" + TAGS.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36);
        createTag(tag, start, step);
        return tag;
    }
}
