package io.distid.testkit.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks for ids that were issued twice. */
final class DuplicateChecker {
    private static final int SHOWN = 5;

    /** The place where an id was issued. */
    private record Place(int stream, int draw) {
        @Override
        public String toString() {
            return "draw " + draw + " of stream " + stream;
        }
    }

    private DuplicateChecker() {}

    /**
     * Refuses repeats among several streams.
     *
     * @param streams the ids of each stream, in the order of their issue
     * @throws AssertionError if an id occurs twice; the message names the ids and their places
     */
    static <T> void refuse(List<? extends List<T>> streams) {
        Map<T, Place> seen = new HashMap<>();
        List<String> shown = new ArrayList<>();
        long drawn = 0;
        long repeated = 0;
        for (int stream = 0; stream < streams.size(); stream++) {
            List<T> ids = streams.get(stream);
            for (int i = 0; i < ids.size(); i++) {
                Place place = new Place(stream, i);
                Place before = seen.putIfAbsent(ids.get(i), place);
                drawn++;
                if (before != null && ++repeated <= SHOWN) {
                    shown.add(ids.get(i) + " (" + before + " and " + place + ")");
                }
            }
        }
        if (repeated > 0) {
            throw new AssertionError(repeated + " of " + drawn + " repeat, such as " + String.join("; ", shown));
        }
    }
}
