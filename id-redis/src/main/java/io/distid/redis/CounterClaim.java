package io.distid.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * One claim of a counter, and what it is compared with: what has been seen when it is sent, not when the call began. Between the two lie waits for a connection
 * and for answers that are lost, and meanwhile others are granted numbers, which a counter that then goes back would grant again. For use by one thread.
 */
final class CounterClaim {
    private final CounterKey key;
    private final long size;
    private final LongSupplier look;
    private long seen;

    /**
     * A claim.
     *
     * @param size how many numbers; 0 looks where the counter stands
     * @param look the greatest number that was seen by now
     */
    CounterClaim(CounterKey key, long size, LongSupplier look) {
        this.key = key;
        this.size = size;
        this.look = look;
    }

    long size() {
        return size;
    }

    /** What the last attempt was compared with. */
    long seen() {
        return seen;
    }

    /** What the counter must not be below now, as it is stored. */
    long floor() {
        seen = look.getAsLong();
        return key.base() + seen;
    }

    /** Those of the script, as they are now. */
    List<String> arguments() {
        String floor = Long.toString(floor());
        List<String> arguments = new ArrayList<>(List.of(Long.toString(size), floor, key.stored(key.limit())));
        if (key.field() != null) {
            arguments.add(key.field());
        }
        return arguments;
    }

    /** Whether an answer of the script is a number, and not a reason why there is none. */
    static boolean isGranted(String answer) {
        return Character.isDigit(answer.charAt(0));
    }
}
