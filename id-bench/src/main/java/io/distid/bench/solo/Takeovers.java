package io.distid.bench.solo;

import io.distid.bench.report.StartUp;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.SettingsFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts after a crash: a predecessor that has just been given the only worker id is killed, and its successor, a process that
 * is up already, opens on the same id. For use by one thread.
 *
 * <p>Successors wait most of the time, so those of all sources may wait side by side.
 */
public final class Takeovers implements AutoCloseable {
    /** More than the default reservation, of 3 s, by far. */
    private static final Duration REFUSED = Duration.ofSeconds(15);

    private final Servers servers;
    private final Map<String, String> options;
    private final Path directory;
    private final Map<Takeover, List<Double>> firsts = new LinkedHashMap<>();
    private final Map<Takeover, List<Double>> afterCrash = new LinkedHashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private int started;

    /** A successor whose predecessor is dead. */
    private record Waiting(Takeover takeover, SettingsFile settings, SoloJvm successor, long lastOfPredecessor) {}

    /**
     * With leases as long as they are by default.
     *
     * @param servers those that run are used
     */
    public Takeovers(Servers servers) {
        this(servers, Map.of());
    }

    /** With other options for both sides. */
    Takeovers(Servers servers, Map<String, String> options) {
        this.servers = servers;
        this.options = options;
        try {
            directory = Files.createTempDirectory("distid-bench-workers");
            directory.toFile().deleteOnExit();
        } catch (IOException e) {
            throw new UncheckedIOException("no directory could be made for worker ids in files: " + e.getMessage(), e);
        }
    }

    /**
     * The strategies that take leases.
     *
     * @return as the catalogue finds them
     */
    public static Set<String> subjects() {
        return Set.copyOf(Takeover.ALL.stream().map(Takeover::subject).toList());
    }

    /**
     * The servers that leases are kept on.
     *
     * @param subject a strategy
     * @return none if it takes no leases
     */
    public static List<ServerKind> servers(String subject) {
        return Takeover.ALL.stream()
                .filter(takeover -> takeover.subject().equals(subject) && takeover.server() != null)
                .map(Takeover::server)
                .toList();
    }

    /**
     * Kills a predecessor for each source of worker ids that can be had, and lets its successor wait.
     *
     * @param subject the strategy
     * @throws IllegalStateException if a process failed, ended or hangs; the message is the reason
     * @throws InterruptedException if it was ended by a signal from the keyboard
     */
    public void begin(String subject) throws InterruptedException {
        for (Takeover takeover : Takeover.ALL) {
            if (takeover.subject().equals(subject)
                    && (takeover.server() == null || servers.isRunning(takeover.server()))) {
                begin(takeover);
            }
        }
    }

    /**
     * Waits until the successors have their first ids.
     *
     * @param subject the strategy
     * @return so far, over all times this was called
     * @throws IllegalStateException if a process failed, ended or hangs, or an id was not greater than one of its predecessor
     * @throws InterruptedException if it was ended by a signal from the keyboard
     */
    public List<StartUp.Lease> finish(String subject) throws InterruptedException {
        for (Waiting one : List.copyOf(waiting)) {
            if (one.takeover.subject().equals(subject)) {
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

    /** The same for one source. */
    void begin(Takeover takeover) throws InterruptedException {
        String namespace = servers.runName() + "-" + ++started;
        Map<String, String> its = takeover.settings(servers, namespace, directory);
        its.putAll(options);
        removeAtExit(its.get("worker.path"));
        SettingsFile settings = SettingsFile.write(Map.of(takeover.name(), its));
        SoloJvm successor = new SoloJvm(takeover.subject(), takeover.name(), settings.jvmArgument());
        try (SoloJvm predecessor = new SoloJvm(takeover.subject(), takeover.name(), settings.jvmArgument())) {
            successor.ready();
            predecessor.ready();
            Opened first = Opened.by(predecessor, Duration.ZERO);
            predecessor.kill();
            successor.tell("open", REFUSED.toMillis());
            firsts.computeIfAbsent(takeover, any -> new ArrayList<>()).add(first.millis());
            waiting.add(new Waiting(takeover, settings, successor, first.first()));
        } catch (IllegalStateException e) {
            abandon(successor, settings);
            throw new IllegalStateException(takeover.name() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            abandon(successor, settings);
            throw e;
        }
    }

    private static void abandon(SoloJvm successor, SettingsFile settings) {
        successor.close();
        settings.close();
    }

    /** For a run that is interrupted: what was made last goes first. */
    private static void removeAtExit(@Nullable String workerFile) {
        if (workerFile != null) {
            Path.of(workerFile).toFile().deleteOnExit();
            Path.of(workerFile + ".lock").toFile().deleteOnExit();
        }
    }

    private void finish(Waiting one) throws InterruptedException {
        try (SoloJvm successor = one.successor) {
            Opened opened = Opened.await(successor);
            if (opened.first() <= one.lastOfPredecessor) {
                throw new IllegalStateException("after a crash came " + opened.first() + ", which is not greater than "
                        + one.lastOfPredecessor + ", issued before it");
            }
            successor.tell("close");
            successor.await("closed", REFUSED);
            afterCrash.computeIfAbsent(one.takeover, any -> new ArrayList<>()).add(opened.millis());
        } finally {
            one.settings.close();
        }
    }

    /** Ends what still waits, and removes the files. */
    @Override
    public void close() {
        waiting.forEach(one -> abandon(one.successor, one.settings));
        waiting.clear();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " could not be removed: " + e.getMessage(), e);
        }
    }
}
