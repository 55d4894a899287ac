package io.distid.bench.latency;

import io.distid.Coordination;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.SingleIds;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The child JVM that times the calls of a subject. */
final class LatencyChild implements CommandLoop.Child {
    /** The name of the bare counter as a subject. */
    static final String BARE = "AtomicLong.getAndIncrement";

    /** The time between two attempts to open. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Duration PREPARATION = Duration.ofSeconds(20);

    private final SettingsFile settings = SettingsFile.ofThisJvm();
    private Subject.Opening opening = any -> new BareCounter();
    private String settingsName = "";
    private @Nullable IdGenerator generator;
    private LongSupplier ids = () -> 0;

    /** Starts a JVM for a subject, without waiting until it is ready. */
    static ChildJvm start(String subject, String settingsName, SettingsFile settings) {
        ChildJvm jvm = new ChildJvm("the measuring JVM", LatencyChild.class, settings);
        jvm.tell("prepare", subject, settingsName);
        return jvm;
    }

    /** Waits until such a JVM is ready to open its subject. */
    static void ready(ChildJvm jvm) throws InterruptedException {
        jvm.ready();
        jvm.await("prepared", PREPARATION);
    }

    @Override
    public CommandLoop.Handler prepare() {
        return this::obey;
    }

    private String obey(String command, List<String> words) {
        return switch (command) {
            case "prepare" -> prepare(words.get(0), words.get(1));
            case "open" -> open(Duration.ofMillis(Long.parseLong(words.get(0))));
            case "flat-out" ->
                calls().flatOut(nanos(words.get(0)), Long.parseLong(words.get(1)), nanos(words.get(2)))
                        .answer();
            case "paced" ->
                calls().paced(Double.parseDouble(words.get(0)), Long.parseLong(words.get(1)), nanos(words.get(2)))
                        .answer();
            case "issue" -> issue(Long.parseLong(words.get(0)), Long.parseLong(words.get(1)), nanos(words.get(2)));
            case "counts" -> counts();
            case "close" -> close();
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    /** Loads the catalogue before any time counts. */
    private String prepare(String subject, String name) {
        if (!subject.equals(BARE)) {
            opening = Catalogue.subject(subject).opening();
        }
        settingsName = name;
        return CommandLoop.answer("prepared");
    }

    /**
     * Opens. If all worker ids are held it tries again for a while, like a supervisor that restarts a crashed process.
     */
    private String open(Duration patience) {
        // Read before the time counts: an application already has its settings.
        Map<String, String> all = settings.of(settingsName);
        long start = System.nanoTime();
        IdGenerator opened = null;
        while (opened == null) {
            try {
                opened = opening.open(all);
            } catch (IdsExhaustedException e) {
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
        ids = SingleIds.of(opened);
        long first = ids.getAsLong();
        generator = opened;
        return CommandLoop.answer("opened", System.nanoTime() - start, first);
    }

    /** Issues ids until there are enough or time is up, but at least some. */
    private String issue(long most, long least, Duration window) {
        long end = System.nanoTime() + window.toNanos();
        long issued = 0;
        while (issued < most && (issued < least || System.nanoTime() - end < 0)) {
            ids.getAsLong();
            issued++;
        }
        return CommandLoop.answer("issued", issued);
    }

    /** Whether ids are numbers of a counter in a store. */
    private String counts() {
        IdTraits traits = generator().traits();
        return CommandLoop.answer(
                "counts",
                traits.bits() == 63
                        && (traits.coordination() == Coordination.PER_BATCH
                                || traits.coordination() == Coordination.PER_ID));
    }

    private String close() {
        generator().close();
        return "closed";
    }

    private IdGenerator generator() {
        if (generator == null) {
            throw new IllegalStateException("nothing was opened");
        }
        return generator;
    }

    private CallTimer calls() {
        return new CallTimer(ids, NanoClock.SYSTEM);
    }

    private static Duration nanos(String word) {
        return Duration.ofNanos(Long.parseLong(word));
    }
}
