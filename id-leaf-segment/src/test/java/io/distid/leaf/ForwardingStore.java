package io.distid.leaf;

import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.util.Map;
import java.util.Set;

/** A store that asks another one; tests have it do something else as well. */
class ForwardingStore implements SegmentStore {
    private final SegmentStore store;

    ForwardingStore(SegmentStore store) {
        this.store = store;
    }

    @Override
    public Segment claim(String tag, long size) {
        return store.claim(tag, size);
    }

    @Override
    public long step(String tag) {
        return store.step(tag);
    }

    @Override
    public Map<String, Long> steps() {
        return store.steps();
    }

    @Override
    public Set<String> tags() {
        return store.tags();
    }

    @Override
    public void close() {
        store.close();
    }
}
