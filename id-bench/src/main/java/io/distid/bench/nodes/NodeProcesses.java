package io.distid.bench.nodes;

import io.distid.Ordering;
import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.LeastIds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Several JVMs that are the nodes of one subject after the other. They are started when they are first needed, and
 * again after one was lost. Used by one thread.
 */
public final class NodeProcesses implements AutoCloseable {
    /** The extra time for opening, for a call that waits for its store, and for closing. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The time between the command and the moment when all nodes begin. */
    private static final Duration NOTICE = Duration.ofMillis(3);

    /** The worst case is a block for each id, once in the order of issue and once sorted. */
    private static final int WORST_BYTES_PER_ID = ThreadFileWriter.HEADER + 8 + 16;

    private static final Duration TELL = Duration.ofMillis(200);

    private final NodesPlan plan;
    private final Steps steps;
    final WorkFolder folder = new WorkFolder(null);
    final List<ChildJvm> nodes = new ArrayList<>();
    private final List<SettingsFile> settings = new ArrayList<>();
    private BlockingQueue<ChildJvm.Answer> answers = new LinkedBlockingQueue<>();

    /** Starts no JVM yet. */
    public NodeProcesses(NodesPlan plan, Steps steps) {
        this.plan = plan;
        this.steps = steps;
    }

    /** Opens a subject on all nodes, takes ids on all of them at once, closes it, and checks the ids. */
    public NodesCheck run(String subject, IntFunction<Map<String, String>> nodeSettings) throws InterruptedException {
        try {
            folder.require(plan.ids(), WORST_BYTES_PER_ID + 2 * 8);
            steps.step("opening " + subject + " in " + plan.processes() + " processes", NodesPlan.START);
            start();
            Opened opened = open(subject, nodeSettings);
            steps.done("done");
            steps.step("taking ids", plan.taking());
            draw();
            ThreadFiles files = new ThreadFiles(files(), plan.processes(), opened.width());
            closeSubject();
            steps.done("done");
            steps.step("comparing ids", plan.comparing());
            NodesCheck check = NodesCheck.of(files, opened.claimed(), plan.leastPerNode(), folder.path(), steps);
            steps.done(check.summary());
            clear();
            return check;
        } catch (IOException e) {
            endAll();
            throw new IllegalStateException("the ids of " + subject + " could not be checked: " + e.getMessage(), e);
        } catch (InterruptedException | RuntimeException | Error e) {
            // Another node may still be running, and its late answer would be taken for that of the next command.
            endAll();
            throw e;
        }
    }

    /**
     * Opens a subject on all nodes, drops ids of one thread of each, and closes it. Subjects that share JVMs may share
     * code. The first one measured would be colder than the last, unless all are warmed up before.
     */
    public void warmUp(String subject, IntFunction<Map<String, String>> nodeSettings, Duration time)
            throws InterruptedException {
        try {
            start();
            open(subject, nodeSettings);
            warmUp(1, time);
            closeSubject();
        } catch (InterruptedException | RuntimeException | Error e) {
            // Another node may still be running.
            endAll();
            throw e;
        }
    }

    private record Opened(int width, Ordering claimed) {}

    private void start() throws InterruptedException {
        if (nodes.isEmpty()) {
            while (nodes.size() < plan.processes()) {
                SettingsFile file = SettingsFile.write(Map.of());
                settings.add(file);
                nodes.add(new ChildJvm("node " + nodes.size(), NodeChild.class, file, List.of(), answers));
            }
            answers("ready", PATIENCE);
        }
    }

    private Opened open(String subject, IntFunction<Map<String, String>> nodeSettings) throws InterruptedException {
        try {
            for (int node = 0; node < nodes.size(); node++) {
                settings.get(node).replace(Map.of(subject, nodeSettings.apply(node)));
                nodes.get(node).tell("open", subject);
            }
            List<String> answer = answers(NodeChild.DONE, PATIENCE).get(0);
            return new Opened(Integer.parseInt(answer.get(0)), Ordering.valueOf(answer.get(1)));
        } finally {
            // Passwords are on the disk no longer than they are needed.
            settings.forEach(file -> file.replace(Map.of()));
        }
    }

    private void draw() throws InterruptedException {
        if (!plan.warmUp().isZero()) {
            warmUp(plan.threads(), plan.warmUp());
        }
        long start = System.nanoTime() + NOTICE.toNanos();
        for (int node = 0; node < nodes.size(); node++) {
            nodes.get(node)
                    .tell(
                            "draw",
                            path(node),
                            plan.threads(),
                            LeastIds.perThread(plan.leastPerNode(), plan.threads()),
                            plan.idsPerThread(),
                            start,
                            plan.duration().toNanos());
        }
        Duration longest = plan.duration().plus(LeastIds.PATIENCE).plus(PATIENCE);
        answers(NodeChild.DONE, longest);
    }

    private void warmUp(int threads, Duration time) throws InterruptedException {
        nodes.forEach(node -> node.tell("warm-up", threads, time.toNanos()));
        answers(NodeChild.DONE, time.plus(PATIENCE));
    }

    /** Waits for an answer of each node, in any order. A node that fails ends the wait for the others. */
    private List<List<String>> answers(String expected, Duration patience) throws InterruptedException {
        long begin = System.nanoTime();
        List<ChildJvm> silent = new ArrayList<>(nodes);
        List<List<String>> all = new ArrayList<>();
        while (!silent.isEmpty()) {
            long passed = System.nanoTime() - begin;
            long left = patience.toNanos() - passed;
            ChildJvm.Answer answer = answers.poll(Math.min(left, TELL.toNanos()), TimeUnit.NANOSECONDS);
            if (answer != null) {
                all.add(answer.from().words(answer, expected));
                silent.remove(answer.from());
            } else if (left <= 0) {
                throw silent.get(0).silent(expected, patience);
            } else if (patience.compareTo(PATIENCE) > 0) {
                // A step without planned time has no share to report.
                steps.at((double) passed / plan.taking().toNanos());
            }
        }
        return all;
    }

    private void closeSubject() throws InterruptedException {
        nodes.forEach(node -> node.tell("close"));
        answers(NodeChild.DONE, PATIENCE);
    }

    private List<ThreadFile> files() {
        List<ThreadFile> files = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            for (int thread = 0; thread < plan.threads(); thread++) {
                files.add(new ThreadFile(Path.of(path(node) + "-" + thread), node, thread));
            }
        }
        return files;
    }

    private String path(int node) {
        return folder.path().resolve("node-" + node).toString();
    }

    private void clear() {
        if (plan.ownJvms()) {
            endAll();
        } else {
            files().forEach(file -> file.path().toFile().delete());
        }
    }

    private void endAll() {
        endNodes();
        // Later answers of those that have ended are dropped.
        answers = new LinkedBlockingQueue<>();
        folder.clear();
    }

    private void endNodes() {
        nodes.forEach(ChildJvm::close);
        nodes.clear();
        settings.forEach(SettingsFile::close);
        settings.clear();
    }

    /** Ends all JVMs and removes all files. */
    @Override
    public void close() {
        endNodes();
        folder.close();
    }
}
