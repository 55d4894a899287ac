package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.spi.SegmentStore;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Ends the tags that the store holds no more, and takes note of the steps of the others: all of them in one request. For use by one thread at a time, but for {@link #forget}. */
final class TagRefresh {
    private static final System.Logger LOG = System.getLogger(TagRefresh.class.getName());

    private final SegmentStore store;
    private final Map<String, TagIds> tags;
    /** How many segments each tag had loaded that the store did not know when it was asked last. */
    private final ConcurrentHashMap<String, Long> gone = new ConcurrentHashMap<>();

    /**
     * Asks nothing yet.
     *
     * @param tags those that are open, by name
     */
    TagRefresh(SegmentStore store, Map<String, TagIds> tags) {
        this.store = store;
        this.tags = tags;
    }

    /** Throws nothing, or the task would not be run again. */
    void run() {
        try {
            Map<String, Long> steps = store.steps();
            tags.forEach((name, tag) -> {
                Long step = steps.get(name);
                if (step != null) {
                    gone.remove(name);
                    tag.storeStep(step);
                } else if (!isKnownGone(name, tag)) {
                    refreshUnlisted(name, tag);
                }
            });
        } catch (UnsupportedOperationException e) {
            tags.values().forEach(tag -> tag.storeStep(0));
        } catch (Throwable e) {
            // A list that cannot be had is not an empty list: every tag stays.
            warn("tags could not be refreshed: {0}", e);
        }
    }

    /** A tag is open no more. */
    void forget(String name) {
        gone.remove(name);
    }

    /** Asks by name, since a store may take two spellings for one tag where a set does not. */
    private void refreshUnlisted(String name, TagIds tag) {
        long loads = tag.counts().loads();
        try {
            store.step(name);
            tag.storeStep(0);
        } catch (ConfigException e) {
            gone.put(name, loads);
            tag.drop();
        }
    }

    /** Whether the store did not know a tag, and has granted nothing for it since: then it is not asked for it again, be it one of many of past tenants. */
    private boolean isKnownGone(String name, TagIds tag) {
        Long loads = gone.get(name);
        return loads != null && loads == tag.counts().loads();
    }

    /** For what is run again and again, and must not end. */
    static void warn(String message, Throwable reason) {
        try {
            LOG.log(Level.WARNING, message, reason instanceof IdException ? reason.getMessage() : reason.toString());
        } catch (Throwable e) {
            // What is run again and again says so again.
        }
    }
}
