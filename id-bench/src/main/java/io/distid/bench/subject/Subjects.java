package io.distid.bench.subject;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of some strategies, or of a peer's library. {@link java.util.ServiceLoader} finds it, so that each
 * declares itself in one class. An undeclared strategy has one row, with its defaults. Stateless: safe for use by any
 * number of threads.
 */
public interface Subjects {

    /** The runs of faults that have default rows. Immutable. */
    enum FaultRun {
        /** The shortest profile. */
        TINY,
        /** The default profile. */
        QUICK,
        /** The default profile, for cells that need their own server. */
        QUICK_ON_SERVERS,
        /** A soak. */
        SOAK
    }

    /**
     * A first id of a JVM. Immutable.
     *
     * @param target the target: a row, or a call in code
     * @param row the row of the id
     * @param taking a class that takes the id in its initializer, without reflection: its first use costs ms
     * @param library a class of the jar that it needs besides id-api
     */
    record FirstId(String target, String row, Class<?> taking, Class<?> library) {}

    /** The rows that a team would choose between. */
    default List<Subject> rows() {
        return List.of();
    }

    /** Further subjects of bars. */
    default List<Subject> ofBars() {
        return List.of();
    }

    /** Further subjects of the table of faults. */
    default List<Subject> ofFaults() {
        return List.of();
    }

    /** Locks beside distid's. */
    default List<Subject> locks() {
        return List.of();
    }

    /** What is measured beside distid's stores of tokens. */
    default List<Subject> tokens() {
        return List.of();
    }

    /** The rows of a run of faults if none are named. */
    default Map<FaultRun, List<String>> underFaults() {
        return Map.of();
    }

    /** Sources of worker ids for measurements of a start after a crash. */
    default List<String> restarts() {
        return List.of();
    }

    /** First ids that have a bar. */
    default List<FirstId> firstIds() {
        return List.of();
    }

    /** The layouts in use, for decoding numbers. A strategy without rows has that of its reader. */
    default List<KnownLayout> layouts() {
        return List.of();
    }

    /** What a peer's documentation says; null for rows other than peers. */
    default @Nullable Promise promise(String row) {
        return null;
    }
}
