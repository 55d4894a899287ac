package io.distid.bench.faults;

import io.distid.bench.faults.node.FakeClock;
import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.NodeState;
import io.distid.bench.faults.node.Opened;
import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.WorkerIdKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The processes of one subject in one cell, and the log of what happens to them. For use by one thread. */
public final class Fleet implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(20);

    private final FaultSubject subject;
    private final FaultTiming timing;
    private final String namespace;
    private final Path folder;
    private final @Nullable Path fakeTime;
    private final @Nullable FaultStore store;
    private final Map<Integer, Map<String, String>> settings = new TreeMap<>();
    private final long started = System.nanoTime();
    private final List<FaultNode> nodes = new ArrayList<>();
    private final List<FaultCell.Event> story = new ArrayList<>();
    private int perSecond;

    /** A fleet without processes yet. Without the library of its clocks, or a server, cells cannot touch these. */
    Fleet(
            FaultSubject subject,
            FaultTiming timing,
            String namespace,
            Path folder,
            @Nullable Path fakeTime,
            @Nullable FaultStore store) {
        this.subject = subject;
        this.timing = timing;
        this.namespace = namespace;
        this.folder = folder;
        this.fakeTime = fakeTime;
        this.store = store;
    }

    public FaultSubject subject() {
        return subject;
    }

    public FaultTiming timing() {
        return timing;
    }

    public List<FaultNode> nodes() {
        return List.copyOf(nodes);
    }

    public List<FaultCell.Event> story() {
        return List.copyOf(story);
    }

    /** A reading of the clock as ms since the start of the log. */
    public long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos - started);
    }

    public void tell(String what) {
        story.add(new FaultCell.Event(millis(System.nanoTime()), what));
    }

    /** The settings of a node. The first call creates the data that an operator creates before the first start. */
    public Map<String, String> settings(int number) {
        return settings.computeIfAbsent(number, this::newSettings);
    }

    private Map<String, String> newSettings(int number) {
        Map<String, String> made;
        // Servers are for one thread, and cells run side by side.
        synchronized (subject.servers()) {
            made = new TreeMap<>(subject.subject().settings().of(number, subject.servers()));
        }
        if (subject.workerIds() != WorkerIdKind.NONE && subject.workerIds() != WorkerIdKind.TOLD) {
            made.put("namespace", namespace);
        }
        if (subject.hasFile() || subject.isLeased()) {
            made.put("reservation", timing.lease().toSeconds() + "s");
        }
        if (subject.hasFile()) {
            made.put("worker.file", localState(number).toString());
        }
        if (subject.workerIds() == WorkerIdKind.REGISTERED) {
            // A table for this cell alone: its numbers must not begin above those of other cells.
            made.put("worker.table", "nodes_" + namespace.replaceAll("[^A-Za-z0-9]", "_"));
        }
        return made;
    }

    /** The operator creates the server's data again, as before the first start. */
    public void createAgain() {
        settings.clear();
    }

    /** The server of the cell. */
    public FaultStore store() {
        if (store == null) {
            throw new IllegalStateException("the cell has no server of its own");
        }
        return store;
    }

    /** Limits the rate of nodes that are opened from now on. */
    public void drawAtRate(int idsPerSecond) {
        perSecond = idsPerSecond;
    }

    /** The file with a node's worker id. */
    Path localState(int number) {
        return folder.resolve("worker-" + number);
    }

    /** Copies that file. */
    Path copyState(int number, Path to) {
        try {
            return Files.copy(localState(number), to);
        } catch (IOException e) {
            throw new UncheckedIOException("local state could not be copied: " + e.getMessage(), e);
        }
    }

    public FaultNode start(int number, String title) throws InterruptedException {
        return start(number, title, settings(number));
    }

    /** Starts a process and waits until it is ready to open. */
    public FaultNode start(int number, String title, Map<String, String> settings) throws InterruptedException {
        FaultNode node = launch(number, title, settings);
        node.ready();
        return node;
    }

    private FaultNode launch(int number, String title, Map<String, String> settings) {
        int index = nodes.size();
        FakeClock clock = fakeTime == null ? null : new FakeClock(fakeTime, folder.resolve("clock-" + index));
        FaultNode node = new FaultNode(subject.name(), number, title, settings, clock, folder.resolve("ids-" + index));
        nodes.add(node);
        return node;
    }

    /** Starts several at a time. */
    public List<FaultNode> startAll(int count) throws InterruptedException {
        List<FaultNode> all = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            all.add(launch(number, "node " + number, settings(number)));
        }
        for (FaultNode node : all) {
            node.ready();
        }
        return all;
    }

    /** Opens nodes at the same time. Those that are not refused begin to issue ids. */
    public void open(FaultNode... some) throws InterruptedException {
        openAt(0, some);
    }

    /** Starts one more node, which is open before the fault. */
    public FaultNode opened(int number) throws InterruptedException {
        FaultNode node = start(number, "node " + number);
        open(node);
        requireOpened(node);
        return node;
    }

    static void requireOpened(FaultNode node) {
        if (!node.opened().succeeded()) {
            throw new IllegalStateException(node.title() + " could not be opened before the fault: "
                    + node.opened().message());
        }
    }

    /** Opens a node after the fault. It issues ids if it is not refused. */
    public void openAndDraw(FaultNode node, FaultPlan plan) throws InterruptedException {
        open(node);
        awaitIds(plan, node);
    }

    /** Waits until nodes that were let in have issued as many ids more as come before the fault. */
    void awaitIds(FaultPlan plan, FaultNode... some) throws InterruptedException {
        for (FaultNode node : some) {
            if (node.draws()) {
                node.await(plan.idsBefore(), timing.patience());
            }
        }
    }

    public void openAt(long nanos, FaultNode... some) throws InterruptedException {
        for (FaultNode node : some) {
            node.tellOpen(nanos);
        }
        for (FaultNode node : some) {
            finishOpening(node);
        }
    }

    public void finishOpening(FaultNode node) throws InterruptedException {
        Opened opened = node.awaitOpened();
        if (opened.succeeded()) {
            node.draw(perSecond);
            tell(node.title() + " opens, process " + node.pid());
        } else {
            tell(node.title() + " is refused: " + opened.message());
        }
    }

    /** Starts nodes, and waits until each has issued the ids that come before the fault. Fails if one does not. */
    public List<FaultNode> running(int count, FaultPlan plan) throws InterruptedException {
        List<FaultNode> all = startAll(count);
        open(all.toArray(FaultNode[]::new));
        all.forEach(Fleet::requireOpened);
        for (FaultNode node : all) {
            requireIds(node, plan);
        }
        return all;
    }

    void requireIds(FaultNode node, FaultPlan plan) throws InterruptedException {
        if (node.await(plan.idsBefore(), timing.patience().multipliedBy(3)) != FaultNode.Liveness.WENT_ON) {
            throw new IllegalStateException(node.title() + " gave out too few ids before the fault");
        }
    }

    /** Asks a node until it reports something, or until the time is up. */
    public boolean sees(FaultNode node, Predicate<NodeState> what) throws InterruptedException {
        long deadline = System.nanoTime() + timing.patience().toNanos();
        while (!what.test(node.state())) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            pause(STEP);
        }
        return true;
    }

    /** Lets time pass. */
    public void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** The failed calls and openings of all processes, by type. */
    public Map<String, Long> errors() {
        return nodes.stream()
                .flatMap(node -> node.errors().entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
    }

    /** Ends all processes that run. */
    @Override
    public void close() {
        nodes.forEach(FaultNode::close);
    }
}
