package io.distid.bench.faults.node;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.testservers.fault.ProcessPause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One process of one node. For use by one thread. */
public final class FaultNode implements AutoCloseable {
    /** Longer than any strategy of distid waits for a predecessor. */
    private static final Duration OPENING = Duration.ofSeconds(60);

    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final long ASK = 20;
    private static final List<String> SMALL =
            List.of("-Xms32m", "-Xmx128m", "-XX:-AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final String subject;
    private final int number;
    private final String title;
    private final @Nullable FakeClock clock;
    private final Path ids;
    private final SettingsFile settings;
    private final ChildJvm jvm;
    private final Map<String, Long> refusals = new TreeMap<>();
    private Opened opened = new Opened(null, "", "", 0, 0, 0);
    private NodeState last = NodeState.NONE;
    private boolean running = true;
    private boolean draws;

    /** The outcome of a wait for ids. Immutable. */
    public enum Liveness {
        /** All ids came, or fewer without an error. */
        WENT_ON,
        /** Errors came, and too few ids. */
        REFUSED,
        /** No call returned. */
        SILENT
    }

    public FaultNode(
            String subject,
            int number,
            String title,
            Map<String, String> settings,
            @Nullable FakeClock clock,
            Path ids) {
        this.subject = subject;
        this.number = number;
        this.title = title;
        this.clock = clock;
        this.ids = ids;
        this.settings = SettingsFile.write(Map.of(subject, settings));
        this.jvm = new ChildJvm(
                title, FaultChild.class, this.settings, SMALL, clock == null ? Map.of() : clock.environment());
    }

    public int number() {
        return number;
    }

    public String title() {
        return title;
    }

    /** The file of its ids, which exists once it issues ids. */
    public Path ids() {
        return ids;
    }

    public boolean draws() {
        return draws;
    }

    public boolean isRunning() {
        return running;
    }

    /** Its clock. Only cells with a fault of clocks have it. */
    public FakeClock clock() {
        if (clock == null) {
            throw new IllegalStateException("the clock of " + title + " cannot be set");
        }
        return clock;
    }

    public long pid() {
        return jvm.process().pid();
    }

    public void ready() throws InterruptedException {
        jvm.ready();
    }

    /** Begins to open, at a reading of {@code System.nanoTime()}, or at once if it is 0. */
    public void tellOpen(long at) {
        jvm.tell("open", subject, at);
    }

    public Opened awaitOpened() throws InterruptedException {
        opened = Opened.of(jvm.awaitAny(List.of(FaultChild.DONE, FaultChild.REFUSED), OPENING));
        if (opened.error() != null) {
            refusals.merge(opened.error(), 1L, Long::sum);
        }
        return opened;
    }

    /** How it was opened; not at all, without a message, if it was not tried. */
    public Opened opened() {
        return opened;
    }

    /** Begins to issue ids, at a rate per second, or at full speed if that is 0. */
    public void draw(int perSecond) throws InterruptedException {
        draws = true;
        ask("draw", ids, perSecond);
    }

    /** What it holds. */
    public NodeUsage usage() throws InterruptedException {
        return NodeUsage.of(ask("usage"));
    }

    public NodeState state() throws InterruptedException {
        last = NodeState.of(ask("state"));
        return last;
    }

    /** Waits until it has issued so many more ids, or until the patience ends. */
    public Liveness await(long more, Duration patience) throws InterruptedException {
        return await(state(), more, System.nanoTime() + patience.toNanos());
    }

    /** Waits until it has issued so many ids more than at first, or until a deadline by {@code System.nanoTime()}. */
    public Liveness await(NodeState first, long more, long deadline) throws InterruptedException {
        for (NodeState now = state(); now.ids() < first.ids() + more; now = state()) {
            if (System.nanoTime() - deadline > 0) {
                return liveness(first, now);
            }
            TimeUnit.MILLISECONDS.sleep(ASK);
        }
        return Liveness.WENT_ON;
    }

    /** Fewer ids than requested: a slow store does not count as a refusal. */
    public static Liveness liveness(NodeState first, NodeState now) {
        if (now.returned() == first.returned()) {
            return Liveness.SILENT;
        }
        return now.failed() == first.failed() ? Liveness.WENT_ON : Liveness.REFUSED;
    }

    /** The first message of each type of error of calls. */
    public List<String> messages() throws InterruptedException {
        return ask("errors");
    }

    /** Failed calls and openings by type, as far as the process reported them before its end. */
    public Map<String, Long> errors() {
        Map<String, Long> all = new TreeMap<>(last.errors());
        refusals.forEach((type, count) -> all.merge(type, count, Long::sum));
        return all;
    }

    public void pause() throws InterruptedException {
        signal(ProcessPause::pause);
    }

    public void resume() throws InterruptedException {
        signal(ProcessPause::resume);
    }

    private void signal(LongConsumer signal) throws InterruptedException {
        try {
            signal.accept(pid());
        } catch (IllegalStateException e) {
            if (jvm.process().isAlive()) {
                throw e;
            }
            throw jvm.lost();
        }
    }

    /** Ends it by {@code SIGKILL}. */
    public void kill() throws InterruptedException {
        state();
        running = false;
        jvm.kill();
    }

    /** Lets it close its generator and end. */
    public NodeState end() throws InterruptedException {
        last = NodeState.of(ask("end"));
        running = false;
        jvm.close();
        return last;
    }

    /** Sends a command and waits for the answer. A lost process reports its end only once, so it is not asked again. */
    private List<String> ask(Object... words) throws InterruptedException {
        if (!jvm.process().isAlive()) {
            throw jvm.lost();
        }
        jvm.tell(words);
        return jvm.await(FaultChild.DONE, ANSWER);
    }

    /** Ends it, paused or not, and removes its settings. */
    @Override
    public void close() {
        running = false;
        if (jvm.process().isAlive()) {
            // A paused process does not notice the end of its input.
            jvm.process().destroyForcibly();
        }
        jvm.close();
        settings.close();
        try {
            Files.writeString(ids.resolveSibling(ids.getFileName() + ".log"), jvm.log());
        } catch (IOException e) {
            // Do not fail: the processes of other nodes must still be ended, and the ids are kept.
            return;
        }
    }

    /** Whether it has ids to compare. */
    public boolean hasIds() {
        return draws && ids.toFile().length() > 0;
    }
}
