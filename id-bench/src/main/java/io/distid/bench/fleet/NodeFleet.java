package io.distid.bench.fleet;

import io.distid.Ordering;
import io.distid.bench.progress.Steps;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.SettingsFile;
import io.distid.bench.subject.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Several JVMs that are the nodes of one subject after the other. Started when they are first needed, and anew once one of them
 * was lost. Used by one thread.
 */
public final class NodeFleet implements AutoCloseable {
    /** What opening, a call that waits for its store, and closing may take beyond the time asked for. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** How long before they all begin the nodes are told so. */
    private static final Duration NOTICE = Duration.ofMillis(3);

    /** A block of its own for each id at worst, once as it came and once sorted. */
    private static final int WORST_BYTES_PER_ID = TapeWriter.HEADER + 8 + 16;

    /** How often it is told how far it has come. */
    private static final Duration TELL = Duration.ofMillis(200);

    private final FleetPlan plan;
    private final Steps steps;
    private final WorkFolder folder = new WorkFolder(null);
    private final List<Node> nodes = new ArrayList<>();
    private BlockingQueue<Node.Answer> answers = new LinkedBlockingQueue<>();

    /**
     * With no JVM started yet.
     *
     * @param plan how many there will be, and what they do
     */
    public NodeFleet(FleetPlan plan) {
        this(plan, Steps.NONE);
    }

    /**
     * With no JVM started yet.
     *
     * @param plan how many there will be, and what they do
     * @param steps is told how far each subject has come
     */
    public NodeFleet(FleetPlan plan, Steps steps) {
        this.plan = plan;
        this.steps = steps;
    }

    /**
     * What the nodes of a subject are opened with.
     *
     * @param subject which
     * @param servers where the servers are
     * @return the settings of each node; what the operator has set by system property is among them, since no other JVM has it
     */
    public static IntFunction<Map<String, String>> settings(Subject subject, Servers servers) {
        return node -> {
            Map<String, String> settings = new LinkedHashMap<>();
            String prefix = "distid." + subject.origin().strategy() + ".";
            for (String name : System.getProperties().stringPropertyNames()) {
                if (name.startsWith(prefix)) {
                    settings.put(name.substring(prefix.length()), System.getProperty(name));
                }
            }
            settings.putAll(subject.settings().of(node, servers));
            return settings;
        };
    }

    /**
     * Opens a subject on all nodes, takes ids on all of them at once, closes it, and checks the ids.
     *
     * @param subject its name, as the nodes find it
     * @param settings what each node opens it with
     * @return what was found
     * @throws io.distid.ConfigException if the settings do not do
     * @throws IllegalStateException if a node failed or was lost, or there is no room for the ids; the files are removed
     * @throws InterruptedException if the caller was interrupted; the JVMs are ended
     */
    public FleetCheck run(String subject, IntFunction<Map<String, String>> settings) throws InterruptedException {
        try {
            folder.require(plan.ids(), WORST_BYTES_PER_ID + 2 * 8);
            steps.step("opening " + subject + " in " + plan.processes() + " processes", FleetPlan.START);
            start();
            Opened opened = open(subject, settings);
            steps.done("done");
            steps.step("taking ids", plan.taking());
            long storing = take();
            Tapes tapes = new Tapes(tapes(), plan.processes(), opened.width());
            closeSubject();
            steps.done("done");
            steps.step("comparing ids", plan.comparing());
            FleetCheck check = FleetCheck.of(tapes, opened.claimed(), folder.path(), storing, steps);
            steps.done(check.summary());
            clear();
            return check;
        } catch (IOException e) {
            endAll();
            throw new IllegalStateException("the ids of " + subject + " could not be checked: " + e.getMessage(), e);
        } catch (InterruptedException | RuntimeException | Error e) {
            // Another node may still be at it: what it would answer later is no answer to what is asked next.
            endAll();
            throw e;
        }
    }

    private record Opened(int width, Ordering claimed) {}

    private void start() {
        while (nodes.size() < plan.processes()) {
            nodes.add(new Node(nodes.size(), folder.path(), answers));
        }
    }

    private Opened open(String subject, IntFunction<Map<String, String>> settings) throws InterruptedException {
        List<SettingsFile> files = new ArrayList<>();
        try {
            for (int node = 0; node < nodes.size(); node++) {
                SettingsFile file = SettingsFile.write(Map.of(subject, settings.apply(node)));
                files.add(file);
                nodes.get(node).tell("open", subject, file.path().toString());
            }
            List<String> answer = answers(PATIENCE).get(0);
            return new Opened(Integer.parseInt(answer.get(0)), Ordering.valueOf(answer.get(1)));
        } finally {
            files.forEach(SettingsFile::close);
        }
    }

    private long take() throws InterruptedException {
        String threads = String.valueOf(plan.threads());
        if (!plan.warmUp().isZero()) {
            nodes.forEach(node ->
                    node.tell("warm-up", threads, String.valueOf(plan.warmUp().toNanos())));
            answers(plan.warmUp().plus(PATIENCE));
        }
        String start = String.valueOf(System.nanoTime() + NOTICE.toNanos());
        for (int node = 0; node < nodes.size(); node++) {
            nodes.get(node)
                    .tell(
                            "take",
                            path(node),
                            threads,
                            String.valueOf(plan.idsPerThread()),
                            start,
                            String.valueOf(plan.duration().toNanos()));
        }
        return answers(plan.duration().plus(PATIENCE)).stream()
                .mapToLong(words -> Long.parseLong(words.get(0)))
                .sum();
    }

    /** Waits for an answer of each node, in whatever order they come: one that fails ends the wait for the others. */
    private List<List<String>> answers(Duration patience) throws InterruptedException {
        long begin = System.nanoTime();
        long deadline = begin + patience.toNanos();
        List<Node> silent = new ArrayList<>(nodes);
        List<List<String>> all = new ArrayList<>();
        while (!silent.isEmpty()) {
            long left = deadline - System.nanoTime();
            Node.Answer answer = answers.poll(Math.min(left, TELL.toNanos()), TimeUnit.NANOSECONDS);
            if (answer == null && left > 0) {
                // What takes no time by plan has no share that could be told.
                if (patience.compareTo(PATIENCE) > 0) {
                    steps.at(
                            (double) (System.nanoTime() - begin) / plan.taking().toNanos());
                }
                continue;
            }
            if (answer == null) {
                throw new NodeLostException(silent.get(0) + " did not answer within " + patience.toSeconds() + " s");
            }
            all.add(answer.node().words(answer));
            silent.remove(answer.node());
        }
        return all;
    }

    private void closeSubject() throws InterruptedException {
        nodes.forEach(node -> node.tell("close"));
        answers(PATIENCE);
    }

    private List<Tape> tapes() {
        List<Tape> tapes = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            for (int thread = 0; thread < plan.threads(); thread++) {
                tapes.add(new Tape(Path.of(path(node) + "-" + thread), node, thread));
            }
        }
        return tapes;
    }

    private String path(int node) {
        return folder.path().resolve("node-" + node).toString();
    }

    private void clear() {
        if (plan.ownJvms()) {
            endAll();
        } else {
            tapes().forEach(tape -> tape.path().toFile().delete());
        }
    }

    private void endAll() {
        nodes.forEach(Node::close);
        nodes.clear();
        // What the readers of those that have ended still say is for nobody.
        answers = new LinkedBlockingQueue<>();
        folder.clear();
    }

    /** The JVMs that run now. */
    List<ProcessHandle> processes() {
        return nodes.stream().map(Node::process).toList();
    }

    /** Where the tapes are. */
    Path folder() {
        return folder.path();
    }

    /** Ends all JVMs and removes all files. */
    @Override
    public void close() {
        nodes.forEach(Node::close);
        nodes.clear();
        folder.close();
    }
}
