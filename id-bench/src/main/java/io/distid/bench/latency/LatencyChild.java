package io.distid.bench.latency;

import io.distid.Coordination;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.Ordering;
import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.SingleIds;
import io.distid.bench.subject.Subject;
import java.io.Serializable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The child JVM that times the calls of a subject. */
final class LatencyChild implements CommandLoop.Child {
    /** The name of the bare counter as a subject: its calls cost only the machine's and the timer's time. */
    static final String BARE = "AtomicLong.getAndIncrement";

    /** For answers that take no time of their own. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The time between two attempts to open. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Duration PREPARATION = Duration.ofSeconds(20);

    private final SettingsFile settings = SettingsFile.ofThisJvm();
    private Subject.Opening opening = any -> new PeerLongGenerator(
            new AtomicLong(1)::getAndIncrement,
            IdTraits.builder(BARE).ordering(Ordering.PER_GENERATOR).build());
    private String settingsName = "";
    private @Nullable IdGenerator generator;
    private LongSupplier ids = () -> 0;

    /** The time until a generator had its first id, and that id or the low half of it. */
    record Opened(long nanos, long first) implements Serializable {
        double millis() {
            return nanos / 1e6;
        }
    }

    /** Starts a JVM for a subject, without waiting until it is ready. */
    static ChildJvm start(String subject, String settingsName, SettingsFile settings) {
        ChildJvm jvm = new ChildJvm("the measuring JVM", LatencyChild.class, settings);
        jvm.begin((LatencyChild child) -> child.prepare(subject, settingsName));
        return jvm;
    }

    /** Waits until such a JVM is ready to open its subject. */
    static void ready(ChildJvm jvm) throws InterruptedException {
        jvm.ready();
        jvm.result(PREPARATION);
    }

    /** Lets such a JVM open its subject. */
    static Opened open(ChildJvm jvm, Duration refused) throws InterruptedException {
        return jvm.run((LatencyChild child) -> child.open(refused), PATIENCE);
    }

    /** Loads the catalogue before any time counts. */
    private boolean prepare(String subject, String name) {
        if (!subject.equals(BARE)) {
            opening = Catalogue.subject(subject).opening();
        }
        settingsName = name;
        return true;
    }

    /**
     * Opens. If all worker ids are held it tries again for a while, like a supervisor that restarts a crashed process.
     */
    Opened open(Duration refused) {
        // Read before the time counts: an application already has its settings.
        var all = settings.of(settingsName);
        long start = System.nanoTime();
        IdGenerator opened = null;
        while (opened == null) {
            try {
                opened = opening.open(all);
            } catch (IdsExhaustedException e) {
                if (System.nanoTime() - start > refused.toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
        ids = SingleIds.of(opened);
        long first = ids.getAsLong();
        generator = opened;
        return new Opened(System.nanoTime() - start, first);
    }

    CallTimer calls() {
        return new CallTimer(ids, NanoClock.SYSTEM);
    }

    /** Issues ids until there are enough or time is up, but at least some, and returns how many. */
    long issue(long most, long least, Duration window) {
        long end = System.nanoTime() + window.toNanos();
        long issued = 0;
        while (issued < most && (issued < least || System.nanoTime() - end < 0)) {
            ids.getAsLong();
            issued++;
        }
        return issued;
    }

    /** Whether ids are numbers of a counter in a store. */
    boolean counts() {
        IdTraits traits = generator().traits();
        return traits.bits() == 63
                && (traits.coordination() == Coordination.PER_BATCH || traits.coordination() == Coordination.PER_ID);
    }

    void close() {
        generator().close();
    }

    private IdGenerator generator() {
        if (generator == null) {
            throw new IllegalStateException("nothing was opened");
        }
        return generator;
    }
}
