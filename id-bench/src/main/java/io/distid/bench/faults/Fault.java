package io.distid.bench.faults;

import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.ServerKind;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A fault of the processes of a subject, or of their server, put together of its parts. Safe for use by any number of
 * threads after that.
 */
public final class Fault {
    private final String name;
    private final String sentence;
    private final Injection injection;
    private Function<FaultSubject, ServerSetup> setup = subject -> ServerSetup.SHARED;
    private Function<FaultTiming, Duration> length = timing -> Duration.ZERO;
    private Function<FaultSubject, @Nullable String> inapplicable = subject -> null;
    private Function<FaultSubject, Set<Premise>> taken = subject -> Set.of();
    private Function<FaultSubject, @Nullable String> repeatable = subject -> null;
    private @Nullable Trait trait;

    /** What few faults are. Immutable. */
    public enum Trait {
        /** A textbook Snowflake must repeat under it. */
        BREAKS_TEXTBOOK,
        /** No ids are left at the end, so that a call must fail. */
        ENDS_IDS,
        /** It is not tried again if it is not proven. Others are: a busy machine may delay them. */
        ONCE
    }

    /** Does it, and returns whether it happened, by the observations of the processes. Stateless. */
    public interface Injection {
        Proof into(Fleet fleet, FaultPlan plan) throws InterruptedException;
    }

    /**
     * A fault that is only injected: it takes no premise away, and applies to all subjects.
     *
     * @param name a group, a hyphen and the action, such as {@code clock-back}
     */
    public Fault(String name, String sentence, Injection injection) {
        this.name = name;
        this.sentence = sentence;
        this.injection = injection;
    }

    /** A fault of the server that issues or bounds ids, or of the network before it. */
    static Fault ofStore(String name, String sentence, Injection injection) {
        return new Fault(name, sentence, injection)
                .on(subject -> ServerSetup.OWN)
                .unless(subject -> subject.subject().server() == null ? "it asks no server" : null)
                .unless(Fault::onTwoServers);
    }

    static @Nullable String onTwoServers(FaultSubject subject) {
        return subject.subject().server() == ServerKind.REDIS_WITH_REPLICA ? "its store is two servers" : null;
    }

    /** Which servers the nodes of a subject are opened on, instead of those of the run. */
    public Fault on(Function<FaultSubject, ServerSetup> servers) {
        setup = servers;
        return this;
    }

    /** How much longer it takes than other faults. */
    public Fault lasting(Function<FaultTiming, Duration> time) {
        length = time;
        return this;
    }

    /** One more reason why it does not apply to a subject; null for none. The first reason counts. */
    Fault unless(Function<FaultSubject, @Nullable String> reason) {
        Function<FaultSubject, @Nullable String> before = inapplicable;
        inapplicable = subject -> before.apply(subject) == null ? reason.apply(subject) : before.apply(subject);
        return this;
    }

    /** The premises of uniqueness that it takes away. */
    Fault taking(Function<FaultSubject, Set<Premise>> premises) {
        taken = premises;
        return this;
    }

    /** Which lost data of the store can be issued again, and for how long; null if it loses none. */
    Fault repeating(Function<FaultSubject, @Nullable String> data) {
        repeatable = data;
        return this;
    }

    public Fault with(Trait one) {
        trait = one;
        return this;
    }

    boolean is(Trait one) {
        return trait == one;
    }

    public String name() {
        return name;
    }

    public String sentence() {
        return sentence;
    }

    /** Whether wall clocks of processes are set. */
    boolean setsClocks() {
        return name.startsWith("clock-");
    }

    ServerSetup setup(FaultSubject subject) {
        return setup.apply(subject);
    }

    public Duration lasts(FaultTiming timing) {
        return length.apply(timing);
    }

    @Nullable
    String whyInapplicable(FaultSubject subject) {
        return inapplicable.apply(subject);
    }

    Set<Premise> takes(FaultSubject subject) {
        return taken.apply(subject);
    }

    @Nullable
    String canRepeat(FaultSubject subject) {
        return repeatable.apply(subject);
    }

    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        return injection.into(fleet, plan);
    }
}
