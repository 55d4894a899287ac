package io.distid.coordination;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for what must happen, for as long as a busy machine may take. The module that has the like for all stores depends on this one. */
final class Eventually {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Eventually() {}

    static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LIMIT);
    }
}
