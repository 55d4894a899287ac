package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.spi.SegmentStore;
import java.util.Collection;
import java.util.Map;

/** Ends the tags that the store no longer holds and records the steps of the others, in one request. Stateless. */
final class TagRefresh {
    private TagRefresh() {}

    static void run(SegmentStore store, Collection<LeafTag> tags) {
        Map<String, Long> steps;
        try {
            steps = store.steps();
        } catch (UnsupportedOperationException e) {
            tags.forEach(tag -> tag.loader().storeStep(0));
            return;
        }
        for (LeafTag tag : tags) {
            // 0 for a tag that is not listed: its next claim asks for the step.
            tag.loader().storeStep(steps.getOrDefault(tag.name(), 0L));
            if (!steps.containsKey(tag.name()) && tag.left() > 0 && !isKnown(store, tag.name())) {
                tag.loader().drop();
            }
        }
    }

    /** Asks by name, since a store may take two spellings for one tag where a map does not. */
    private static boolean isKnown(SegmentStore store, String tag) {
        try {
            store.step(tag);
            return true;
        } catch (ConfigException e) {
            return false;
        }
    }
}
