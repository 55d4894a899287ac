package io.distid.coordination;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.time.Duration;
import java.util.List;

/** The settings of tokens that are the same for all stores. Immutable. */
record TokenSettings(Duration ttl, Duration lease, Duration keep, int maxResult, boolean clientMade) {
    private static final Duration LONGEST = Duration.ofDays(3_650);

    static final List<ConfigKey> KEYS = List.of(
            ConfigKey.provider(
                    "strategy",
                    "uuid-v4",
                    "what tokens are; its own keys, and those of the text, follow as strategy.*"),
            ConfigKey.duration(
                    "ttl", Duration.ofMillis(100), LONGEST, "1h", "how long a token can be used after it was issued"),
            ConfigKey.duration(
                    "lease",
                    FencedLocks.SHORTEST_LEASE,
                    FencedLocks.LONGEST_LEASE,
                    "30s",
                    "how long a caller has to complete, before another may begin"),
            ConfigKey.duration(
                    "keep",
                    Duration.ofSeconds(1),
                    LONGEST,
                    "1d",
                    "how long a token is known, with its result, after it was used, or expired"),
            ConfigKey.integer("max-result", 0, 1 << 20, 1L << 16, "how many bytes a result may have"),
            ConfigKey.flag("client-made", false, "accept tokens that were never issued, but made by clients"));

    static TokenSettings of(IdConfig config) {
        return new TokenSettings(
                config.duration("ttl"),
                config.duration("lease"),
                config.duration("keep"),
                Math.toIntExact(config.integer("max-result")),
                config.flag("client-made"));
    }
}
