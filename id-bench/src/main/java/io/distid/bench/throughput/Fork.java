package io.distid.bench.throughput;

import java.time.Duration;

/**
 * What happens in one forked JVM.
 *
 * @param warmUps unmeasured iterations
 * @param warmUp how long each of them takes
 * @param iterations measured iterations
 * @param iteration how long each of them takes
 */
public record Fork(int warmUps, Duration warmUp, int iterations, Duration iteration) {
    private static final Duration START_UP = Duration.ofMillis(700);

    /**
     * About how long it takes.
     *
     * @return with the start of the JVM
     */
    public Duration estimate() {
        return START_UP.plus(warmUp.multipliedBy(warmUps)).plus(iteration.multipliedBy(iterations));
    }
}
