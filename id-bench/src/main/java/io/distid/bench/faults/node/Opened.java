package io.distid.bench.faults.node;

import io.distid.Ordering;
import io.distid.Safety;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a node was opened. Immutable.
 *
 * @param traits what the generator claims, or null if it was refused
 * @param error the type of the error, or null
 * @param message its message, or null
 * @param wall what the node's wall clock showed, epoch ms
 * @param began when, by {@code System.nanoTime()}
 * @param ended when it was open or refused
 */
public record Opened(
        @Nullable Claims traits,
        @Nullable String error,
        @Nullable String message,
        long wall,
        long began,
        long ended) {
    /**
     * The claims of a generator that matter here. Immutable.
     *
     * @param width words of an id: 1, or 2 for UUIDs
     */
    public record Claims(int width, Ordering ordering, Safety safety) {}

    /** Parses the words of the child's answer. */
    static Opened of(List<String> words) {
        boolean done = words.get(0).equals(FaultChild.DONE);
        return new Opened(
                done
                        ? new Claims(
                                Integer.parseInt(words.get(4)),
                                Ordering.valueOf(words.get(5)),
                                Safety.valueOf(words.get(6)))
                        : null,
                done ? null : words.get(4),
                done ? null : words.get(5),
                Long.parseLong(words.get(1)),
                Long.parseLong(words.get(2)),
                Long.parseLong(words.get(3)));
    }

    public boolean succeeded() {
        return traits != null;
    }
}
