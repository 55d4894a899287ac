package io.distid.micrometer;

import io.distid.BackendException;
import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.util.List;

/**
 * The kinds of {@code distid.failures}: distid's own errors, and one kind for all errors of foreign strategies. Each
 * kind has its counter from the start, since a rate must begin at 0.
 */
final class FailureType {
    static final String OTHER = "other";
    static final List<Class<? extends IdException>> KNOWN = List.of(
            BackendException.class,
            ClockBehindException.class,
            ConfigException.class,
            IdsExhaustedException.class,
            InterruptedIdException.class,
            LeaseLostException.class,
            StoreRegressedException.class);

    private FailureType() {}

    static long count(IdStats stats, Class<? extends IdException> type) {
        return stats.failures().getOrDefault(type, 0L);
    }

    static long countOther(IdStats stats) {
        return stats.failures().entrySet().stream()
                .filter(entry -> !KNOWN.contains(entry.getKey()))
                .mapToLong(entry -> entry.getValue())
                .sum();
    }
}
