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
    private record Waiting(CrashRestart restart, SettingsFile settings, ChildJvm successor, long lastOfPredecessor)
            implements AutoCloseable {
        @Override
        public void close() {
            successor.close();
            settings.close();
        }
    }

    /** The first id of a successor. */
    private record Restarted(double millis, long first, long lastOfPredecessor) {}

    @FunctionalInterface
    private interface Attempt<T> {
        T make(boolean again) throws InterruptedException;
    }

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
            begin(restart);
        }
    }

    /** The same for one source. */
    void begin(CrashRestart restart) throws InterruptedException {
        waiting.add(patiently(restart, again -> crash(restart, again)));
    }

    private static <T> T patiently(CrashRestart restart, Attempt<T> attempt) throws InterruptedException {
        for (int left = ATTEMPTS - 1; ; left--) {
            try {
                return attempt.make(left < ATTEMPTS - 1);
            } catch (IllegalStateException e) {
                String reason = restart.name() + ": " + e.getMessage();
                if (left == 0) {
                    throw new IllegalStateException(reason, e);
                }
                System.getLogger(CrashRestarts.class.getName())
                        .log(System.Logger.Level.WARNING, "a restart after a crash is measured once more: {0}", reason);
            }
        }
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
                failures.add(new IllegalStateException(FailureReason.of(e.getCause()), e));
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

    /**
     * If tried again, the predecessor waits for the rest of an earlier attempt's reservation. So its first id only
     * counts if there is no other figure.
     */
    private Waiting crash(CrashRestart restart, boolean again) throws InterruptedException {
        List<IllegalStateException> failures = open(List.of(restart));
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        SettingsFile file = SettingsFile.write(Map.of(restart.name(), settings(restart)));
        ChildJvm successor = LatencyChild.start(restart.subject(), restart.name(), file);
        try (ChildJvm predecessor = LatencyChild.start(restart.subject(), restart.name(), file)) {
            LatencyChild.ready(successor);
            LatencyChild.ready(predecessor);
            LatencyChild.Opened first = LatencyChild.open(predecessor, again ? REFUSED : Duration.ZERO);
            predecessor.kill();
            successor.begin((LatencyChild child) -> child.open(REFUSED));
            if (!again || !firsts.containsKey(restart)) {
                firsts.computeIfAbsent(restart, any -> new ArrayList<>()).add(first.millis());
            }
            return new Waiting(restart, file, successor, first.first());
        } catch (RuntimeException | InterruptedException e) {
            successor.close();
            file.close();
            throw e;
        }
    }

    /** Waits until the successors have their first ids. */
    public List<StartUp.Lease> finish(String subject) throws InterruptedException {
        for (Waiting one : List.copyOf(waiting)) {
            if (one.restart.subject().equals(subject)) {
                waiting.remove(one);
                finish(one);
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

    private void finish(Waiting one) throws InterruptedException {
        Restarted restarted = patiently(one.restart, again -> await(again ? crash(one.restart, true) : one));
        // Not tried again: a repeated id is a result.
        if (restarted.first <= restarted.lastOfPredecessor) {
            throw new IllegalStateException("after a crash came " + restarted.first + ", which is not greater than "
                    + restarted.lastOfPredecessor + ", issued before it");
        }
        afterCrash.computeIfAbsent(one.restart, any -> new ArrayList<>()).add(restarted.millis);
    }

    private static Restarted await(Waiting waiting) throws InterruptedException {
        try (waiting) {
            LatencyChild.Opened opened = waiting.successor.result(LatencyChild.PATIENCE);
            waiting.successor.order(LatencyChild::close, REFUSED);
            return new Restarted(opened.millis(), opened.first(), waiting.lastOfPredecessor);
        }
    }

    /** Ends what still waits, and removes the files. */
    @Override
    public void close() {
        waiting.forEach(Waiting::close);
        waiting.clear();
        folder.close();
    }
}
