package io.distid.testkit;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What the tests of a {@link SegmentStore} have in common: what a subclass says of it, and how they reach it. */
abstract class SegmentStoreFixture extends PortContract<SegmentStore> {
    private static final AtomicInteger TAGS = new AtomicInteger();

    /**
     * The store under test.
     *
     * @return the name its provider is found by
     */
    protected abstract String store();

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
