package io.distid.time;

import io.distid.ConfigException;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The sequence of the first id of a new tick, whether callers waited for it or not. Ticks ahead of the clock always start at 0.
 *
 * <p>With {@code zero}, a generator that makes less than one id a tick makes ids whose lowest bits are all 0. Then {@code id % n} sends them all to
 * one shard. With {@code random:N} they spread over N values, at the cost of up to N - 1 of the tick's ids. So N should be small against the range of
 * the sequence. Leaf takes 100 of 4096. Safe for use by any number of threads, if a given source of random numbers is.
 */
public final class SequenceStart {
    private static final String RANDOM = "random:";

    /** Each tick starts at sequence 0. */
    public static final SequenceStart ZERO = new SequenceStart(1, null);

    private final int bound;
    /** Null for the thread's own source. */
    private final @Nullable RandomGenerator source;

    private SequenceStart(int bound, @Nullable RandomGenerator source) {
        this.bound = bound;
        this.source = source;
    }

    /**
     * Each tick starts at a random sequence.
     *
     * @param bound one past the greatest start, at least 1
     * @return uniform from 0 to {@code bound - 1}, not for secrets
     */
    public static SequenceStart random(int bound) {
        return new SequenceStart(requireBound(bound), null);
    }

    /**
     * Each tick starts at a random sequence from a given source.
     *
     * @param bound one past the greatest start, at least 1
     * @param source safe for use by the threads that share the sequencer
     * @return uniform from 0 to {@code bound - 1}
     */
    public static SequenceStart random(int bound, RandomGenerator source) {
        return new SequenceStart(requireBound(bound), Objects.requireNonNull(source, "source"));
    }

    /**
     * Reads the option.
     *
     * @param text {@code zero} or {@code random:N}
     * @throws ConfigException if the text is neither
     */
    public static SequenceStart parse(String text) {
        if (text.equals("zero")) {
            return ZERO;
        }
        String number = text.startsWith(RANDOM) ? text.substring(RANDOM.length()) : "";
        if (!number.matches("[0-9]{1,9}")) {
            throw new ConfigException(
                    "sequence start is \"" + text + "\": must be zero or random:N, such as random:100");
        }
        return random(Integer.parseInt(number));
    }

    /** One past the greatest start. */
    public int bound() {
        return bound;
    }

    /**
     * The start for one more tick.
     *
     * @return from 0 to one below {@link #bound()}
     */
    public int first() {
        if (bound == 1) {
            return 0;
        }
        return (source == null ? ThreadLocalRandom.current() : source).nextInt(bound);
    }

    private static int requireBound(int bound) {
        if (bound < 1) {
            throw new ConfigException("random sequence start is " + bound + ": must be at least 1");
        }
        return bound;
    }
}
