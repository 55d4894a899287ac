package io.distid.time;

import io.distid.ConfigException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sequence that the first id of a new tick gets.
 *
 * <p>With {@code zero}, a generator that makes less than one id a tick makes ids whose lowest bits are all 0, and
 * {@code id % n} sends them all to one shard. With {@code random:N} they spread over N values, at the cost of up to N - 1 of
 * the tick's ids; so N should be small against the sequence's range, as in Leaf, which takes 100 of 4096.
 */
public final class SequenceStart {
    private static final Pattern RANDOM = Pattern.compile("random:(\\d{1,9})");

    /** Each tick starts at sequence 0. */
    public static final SequenceStart ZERO = new SequenceStart(1, () -> 0);

    private final int bound;
    private final IntSupplier first;

    private SequenceStart(int bound, IntSupplier first) {
        this.bound = bound;
        this.first = first;
    }

    /**
     * Each tick starts at a random sequence.
     *
     * @param bound one past the greatest start, at least 1
     * @return uniform from 0 to {@code bound - 1}, not for secrets
     */
    public static SequenceStart random(int bound) {
        return new SequenceStart(
                requireBound(bound), () -> ThreadLocalRandom.current().nextInt(bound));
    }

    /**
     * Each tick starts at a random sequence from a given source.
     *
     * @param bound one past the greatest start, at least 1
     * @param source safe for use by the threads that share the sequencer
     * @return uniform from 0 to {@code bound - 1}
     */
    public static SequenceStart random(int bound, RandomGenerator source) {
        return new SequenceStart(requireBound(bound), () -> source.nextInt(bound));
    }

    /**
     * Reads the option.
     *
     * @param text {@code zero} or {@code random:N}
     * @return the start
     * @throws ConfigException if the text is neither
     */
    public static SequenceStart parse(String text) {
        if (text.equals("zero")) {
            return ZERO;
        }
        Matcher matcher = RANDOM.matcher(text);
        if (!matcher.matches()) {
            throw new ConfigException(
                    "sequence start is \"" + text + "\": must be zero or random:N, such as random:100");
        }
        return random(Integer.parseInt(matcher.group(1)));
    }

    /** One past the greatest start. */
    int bound() {
        return bound;
    }

    /** The start for one more tick. */
    int first() {
        return first.getAsInt();
    }

    private static int requireBound(int bound) {
        if (bound < 1) {
            throw new ConfigException("random sequence start is " + bound + ": must be at least 1");
        }
        return bound;
    }
}
