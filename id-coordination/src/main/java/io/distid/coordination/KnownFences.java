package io.distid.coordination;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The greatest fencing number that this process was granted for each lock. It detects a store that went back. Only the locks used last are kept,
 * since the number of names is unlimited. Safe for use by any number of threads.
 */
final class KnownFences {
    private static final int MOST = 10_000;

    private final Map<String, Long> fences = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    /**
     * Records a granted number.
     *
     * @return the greatest that was granted before; 0 if none is known
     */
    synchronized long note(String lock, long fence) {
        long before = fences.getOrDefault(lock, 0L);
        fences.put(lock, Math.max(before, fence));
        return before;
    }
}
