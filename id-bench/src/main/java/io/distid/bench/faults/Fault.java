package io.distid.bench.faults;

import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.results.FaultPlan;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A fault of the processes of a subject, or of their server. Stateless. */
public interface Fault {
    /** A group, a hyphen and the action, such as {@code clock-back}. */
    String name();

    /** Describes the fault in one sentence. */
    String sentence();

    /** Whether wall clocks of processes are set. */
    default boolean setsClocks() {
        return name().startsWith("clock-");
    }

    /** Which servers the nodes of a subject are opened on. */
    default ServerSetup setup(FaultSubject subject) {
        return ServerSetup.SHARED;
    }

    /** How much longer it takes than other faults. */
    default Duration lasts(FaultTiming timing) {
        return Duration.ZERO;
    }

    /** The number of attempts while the fault is not proven: a busy machine may delay it. */
    default int attempts() {
        return 2;
    }

    /** Why it does not apply to a subject, or null if it does. */
    default @Nullable String whyInapplicable(FaultSubject subject) {
        return null;
    }

    /** The premises of uniqueness that the fault takes away. */
    default Set<Premise> takes(FaultSubject subject) {
        return Set.of();
    }

    /** Which lost data of the store can be issued again, and for how long; null if the fault loses none. */
    default @Nullable String canRepeat(FaultSubject subject, FaultTiming timing) {
        return null;
    }

    /** Whether no ids are left at the end, so that a call must fail. */
    default boolean mustStop() {
        return false;
    }

    /** Whether a textbook Snowflake must repeat under it. */
    default boolean breaksTextbook() {
        return false;
    }

    /**
     * Does it.
     *
     * @return whether it happened, by the observations of the processes
     */
    Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException;

    /** Injects a fault, as a value. Stateless. */
    interface Injection {
        Proof into(Fleet fleet, FaultPlan plan) throws InterruptedException;
    }
}
