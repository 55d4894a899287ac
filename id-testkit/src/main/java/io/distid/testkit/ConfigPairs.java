package io.distid.testkit;

import java.util.HashMap;
import java.util.Map;

/** Settings for tests. Stateless. */
public final class ConfigPairs {
    private ConfigPairs() {}

    /**
     * Returns settings with some changes.
     *
     * @param config most of the settings
     * @param pairs keys, each followed by its value, which win
     * @return a copy, which the caller may change
     */
    public static Map<String, String> with(Map<String, String> config, String... pairs) {
        Map<String, String> all = new HashMap<>(config);
        for (int i = 0; i < pairs.length; i += 2) {
            all.put(pairs[i], pairs[i + 1]);
        }
        return all;
    }
}
