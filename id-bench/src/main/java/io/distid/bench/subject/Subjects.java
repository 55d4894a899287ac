package io.distid.bench.subject;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the lab measures of some strategies, or of a peer's library. {@link java.util.ServiceLoader} finds it, so that each declares itself in one class. A strategy
 * that nobody declares has one row, with its defaults. Stateless: safe for use by any number of threads.
 */
public interface Subjects {

    /** What is run of faults where no rows are named. Immutable. */
    enum FaultRun {
        /** In the shortest profile. */
        TINY,
        /** In the profile by default. */
        QUICK,
        /** In the profile by default, where a cell needs a server of its own. */
        QUICK_ON_SERVERS,
        /** In a soak. */
        SOAK
    }

    /**
     * A first id of a JVM. Immutable.
     *
     * @param target what it is measured as: a row, or a call in code
     * @param row whose id it is
     * @param taking takes the id when the JVM initializes it, without reflection, whose first use costs ms
     * @param library a class of the jar that it needs besides id-api
     */
    record FirstId(String target, String row, Class<?> taking, Class<?> library) {}

    /**
     * What a team would choose between.
     *
     * @return of each strategy the one with its defaults first
     */
    default List<Subject> rows() {
        return List.of();
    }

    /**
     * What bars are about besides.
     *
     * @return none where rows are enough
     */
    default List<Subject> ofBars() {
        return List.of();
    }

    /**
     * What the table of faults is about besides.
     *
     * @return none where rows are enough
     */
    default List<Subject> ofFaults() {
        return List.of();
    }

    /**
     * Which rows are run of faults where none are named.
     *
     * @return names of rows
     */
    default Map<FaultRun, List<String>> underFaults() {
        return Map.of();
    }

    /**
     * Sources of worker ids that a start after a crash is measured with.
     *
     * @return names, as the strategy of the first row finds them
     */
    default List<String> restarts() {
        return List.of();
    }

    /**
     * First ids that are measured.
     *
     * @return none if none has a bar
     */
    default List<FirstId> firstIds() {
        return List.of();
    }

    /**
     * Layouts in use, by which numbers are taken apart.
     *
     * @return none where numbers of these rows are not taken apart; a strategy without rows here has that of its reader
     */
    default List<KnownLayout> layouts() {
        return List.of();
    }

    /**
     * What a peer's documentation says.
     *
     * @param row of these
     * @return null for what is no peer
     */
    default @Nullable Promise promise(String row) {
        return null;
    }
}
