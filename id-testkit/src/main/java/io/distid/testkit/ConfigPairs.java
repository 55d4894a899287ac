package io.distid.testkit;

import java.util.HashMap;
import java.util.Map;

/** Settings for tests. Stateless. */
public final class ConfigPairs {
    private ConfigPairs() {}

    /**
     * Settings with some of them changed.
     *
     * @param config most of the settings
     * @param pairs keys, each with its value behind it, which win
     * @return a copy that can be changed
     */
    public static Map<String, String> with(Map<String, String> config, String... pairs) {
        Map<String, String> all = new HashMap<>(config);
        for (int i = 0; i < pairs.length; i += 2) {
            all.put(pairs[i], pairs[i + 1]);
        }
        return all;
    }
}
