package io.distid.bench.latency;

import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.results.Median;
import io.distid.bench.results.StartUp;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.FirstOpening;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Measures starts after a crash. A process that has just leased the only worker id is killed. Its successor, which is
 * already running, opens on the same id. For use by one thread.
 *
 * <p>Successors wait most of the time, so the successors of all sources may wait side by side.
 */
public final class CrashRestarts implements AutoCloseable {
    /** Far more than the default reservation of 3 s. */
    private static final Duration REFUSED = Duration.ofSeconds(15);

    /** On a busy machine a server may not answer in time. Such an attempt does not count. */
    private static final int ATTEMPTS = 3;

    private final Servers servers;
    private final Map<String, String> options;
    private final WorkFolder folder = new WorkFolder(null);
    private final Map<CrashRestart, Map<String, String>> settings = new LinkedHashMap<>();
    private final Map<CrashRestart, List<Double>> firsts = new LinkedHashMap<>();
    private final Map<CrashRestart, List<Double>> afterCrash = new LinkedHashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    /** A successor whose predecessor is dead. */
    private record Waiting(CrashRestart restart, SettingsFile settings, ChildJvm successor, long lastOfPredecessor) {}

    /**
     * With the default length of leases.
     *
     * @param servers running servers are used
     */
    public CrashRestarts(Servers servers) {
        this(servers, Map.of());
    }

    /** With other options for both sides. */
    CrashRestarts(Servers servers, Map<String, String> options) {
        this.servers = servers;
        this.options = options;
    }

    /** The strategies that lease worker ids, by their names in the catalogue. */
    public static Set<String> subjects() {
        return Set.copyOf(CrashRestart.all().stream().map(CrashRestart::subject).toList());
    }

    /** The servers that keep leases; none without leases. */
    public static List<ServerKind> servers(String subject) {
        return CrashRestart.all().stream()
                .filter(restart -> restart.subject().equals(subject) && restart.server() != null)
                .map(CrashRestart::server)
                .toList();
    }

    /** Kills a predecessor for each available source of worker ids, and lets its successor wait. */
    public void begin(String subject) throws InterruptedException {
        for (CrashRestart restart : available(subject)) {
            begin(restart, ATTEMPTS - 1);
        }
    }

    private void begin(CrashRestart restart, int again) throws InterruptedException {
        try {
            begin(restart, again == ATTEMPTS - 1 ? Duration.ZERO : REFUSED);
        } catch (IllegalStateException e) {
            if (again == 0) {
                throw e;
            }
            logNextAttempt(restart, e);
            begin(restart, again - 1);
        }
    }

    private static void logNextAttempt(CrashRestart restart, IllegalStateException e) {
        System.getLogger(CrashRestarts.class.getName())
                .log(
                        System.Logger.Level.WARNING,
                        "a restart after a crash is measured once more: {0}: {1}",
                        restart.name(),
                        e.getMessage());
    }

    /**
     * Opens the sources of some strategies for the first time, all side by side, so that their waits overlap. The
     * other sources, and those that failed, are opened by {@link #begin}, which reports failures.
     */
    public int prepare(Collection<String> subjects) throws InterruptedException {
        List<CrashRestart> all = new ArrayList<>();
        subjects.forEach(subject -> all.addAll(available(subject)));
        return open(all).size();
    }

    private List<CrashRestart> available(String subject) {
        return CrashRestart.all().stream()
                .filter(restart -> restart.subject().equals(subject))
                .filter(restart -> restart.server() == null || servers.isRunning(restart.server()))
                .toList();
    }

    /**
     * Opens and closes each source once, all side by side, and returns why some could not be opened. The first lease of
     * a new namespace waits longer, since a lost record may still have a holder. That wait must not be measured.
     */
    private List<IllegalStateException> open(List<CrashRestart> restarts) throws InterruptedException {
        Map<CrashRestart, CompletableFuture<Void>> opened = new LinkedHashMap<>();
        for (CrashRestart restart : restarts) {
            if (!settings.containsKey(restart)) {
                opened.put(restart, FirstOpening.of(Catalogue.subject(restart.subject()), () -> settings(restart)));
            }
        }
        List<IllegalStateException> failures = new ArrayList<>();
        for (Map.Entry<CrashRestart, CompletableFuture<Void>> each : opened.entrySet()) {
            try {
                each.getValue().get();
            } catch (ExecutionException e) {
                settings.remove(each.getKey());
                failures.add(
                        new IllegalStateException(each.getKey().name() + ": " + FailureReason.of(e.getCause()), e));
            }
        }
        return failures;
    }

    /** The same for both processes, and each time. */
    private Map<String, String> settings(CrashRestart restart) {
        return settings.computeIfAbsent(restart, any -> {
            // Each has a namespace of its own: one process does not use a worker id of one namespace twice, whatever
            // its source.
            String namespace = servers.runName() + "-" + restart.subject() + "-" + restart.worker();
            Map<String, String> all = restart.settings(servers, namespace, folder.path());
            all.putAll(options);
            return all;
        });
    }

    /** Waits until the successors have their first ids. */
    public List<StartUp.Lease> finish(String subject) throws InterruptedException {
        for (Waiting one : List.copyOf(waiting)) {
            if (one.restart.subject().equals(subject)) {
                waiting.remove(one);
                finish(one, ATTEMPTS - 1);
            }
        }
        return afterCrash.entrySet().stream()
                .filter(entry -> entry.getKey().subject().equals(subject))
                .map(entry -> new StartUp.Lease(
                        entry.getKey().worker(),
                        entry.getValue().size(),
                        Median.of(firsts.get(entry.getKey())),
                        Median.of(entry.getValue())))
                .toList();
    }

    /** The same for one source. */
    void begin(CrashRestart restart) throws InterruptedException {
        begin(restart, Duration.ZERO);
    }

    /**
     * The predecessor waits for the rest of an earlier attempt's reservation. So its first id only counts if there is
     * no other figure.
     */
    private void begin(CrashRestart restart, Duration refused) throws InterruptedException {
        List<IllegalStateException> failures = open(List.of(restart));
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        SettingsFile file = SettingsFile.write(Map.of(restart.name(), settings(restart)));
        ChildJvm successor = LatencyChild.start(restart.subject(), restart.name(), file);
        try (ChildJvm predecessor = LatencyChild.start(restart.subject(), restart.name(), file)) {
            LatencyChild.ready(successor);
            LatencyChild.ready(predecessor);
            OpenedGenerator first = OpenedGenerator.by(predecessor, refused);
            predecessor.kill();
            successor.tell("open", REFUSED.toMillis());
            if (refused.isZero() || !firsts.containsKey(restart)) {
                firsts.computeIfAbsent(restart, any -> new ArrayList<>()).add(first.millis());
            }
            waiting.add(new Waiting(restart, file, successor, first.first()));
        } catch (IllegalStateException e) {
            abandon(successor, file);
            throw new IllegalStateException(restart.name() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            abandon(successor, file);
            throw e;
        }
    }

    private static void abandon(ChildJvm successor, SettingsFile settings) {
        successor.close();
        settings.close();
    }

    private void finish(Waiting one, int again) throws InterruptedException {
        OpenedGenerator opened;
        try {
            opened = opened(one);
        } catch (IllegalStateException e) {
            if (again == 0) {
                throw e;
            }
            logNextAttempt(one.restart, e);
            begin(one.restart, REFUSED);
            finish(waiting.remove(waiting.size() - 1), again - 1);
            return;
        }
        // Not tried again: a repeated id is a result.
        if (opened.first() <= one.lastOfPredecessor) {
            throw new IllegalStateException("after a crash came " + opened.first() + ", which is not greater than "
                    + one.lastOfPredecessor + ", issued before it");
        }
        afterCrash.computeIfAbsent(one.restart, any -> new ArrayList<>()).add(opened.millis());
    }

    private static OpenedGenerator opened(Waiting one) throws InterruptedException {
        try (ChildJvm successor = one.successor) {
            OpenedGenerator opened = OpenedGenerator.await(successor);
            successor.tell("close");
            successor.await("closed", REFUSED);
            return opened;
        } finally {
            one.settings.close();
        }
    }

    /** Ends what still waits, and removes the files. */
    @Override
    public void close() {
        waiting.forEach(one -> abandon(one.successor, one.settings));
        waiting.clear();
        folder.close();
    }
}
