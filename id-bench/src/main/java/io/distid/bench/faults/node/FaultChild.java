package io.distid.bench.faults.node;

import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.nodes.IdDrawer;
import io.distid.bench.subject.Catalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The child JVM of one node of one subject. */
final class FaultChild implements CommandLoop.Child {
    static final String DONE = "done";
    static final String REFUSED = "unopened";

    private static final long LOOK = 5_000_000;

    private final ClockMonitor clocks = new ClockMonitor();
    private @Nullable IdGenerator generator;
    private @Nullable FaultDrawer drawer;

    @Override
    public CommandLoop.Handler prepare() {
        watch();
        return this::obey;
    }

    private void watch() {
        Thread watch = new Thread(
                () -> {
                    while (true) {
                        clocks.look();
                        LockSupport.parkNanos(LOOK);
                    }
                },
                "distid-clock-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private String obey(String command, List<String> words) throws Exception {
        return switch (command) {
            case "open" -> open(words.get(0), Long.parseLong(words.get(1)));
            case "draw" -> draw(Path.of(words.get(0)), Integer.parseInt(words.get(1)));
            case "usage" -> NodeUsage.ofThisProcess().line();
            case "state" -> state();
            case "errors" -> errors();
            case "end" -> end();
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    /** Opens at a reading of the clock that all nodes share, or at once if that is past. */
    private String open(String subject, long at) {
        for (long left = at - System.nanoTime(); at != 0 && left > 0; left = at - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        long wall = System.currentTimeMillis();
        long began = System.nanoTime();
        try {
            IdGenerator opened = Catalogue.subject(subject)
                    .opening()
                    .open(SettingsFile.ofThisJvm().of(subject));
            generator = opened;
            IdTraits traits = opened.traits();
            int width = IdDrawer.width(opened);
            return CommandLoop.answer(
                    DONE,
                    wall,
                    began,
                    System.nanoTime(),
                    width,
                    traits.ordering().name(),
                    traits.safety().name());
        } catch (Exception | Error e) {
            return CommandLoop.answer(
                    REFUSED, wall, began, System.nanoTime(), e.getClass().getSimpleName(), FailureReason.of(e));
        }
    }

    private String draw(Path file, int perSecond) throws IOException {
        if (generator == null) {
            throw new IllegalStateException("no subject is open");
        }
        drawer = new FaultDrawer(generator, file, perSecond);
        drawer.start();
        return CommandLoop.answer(DONE);
    }

    private String errors() {
        List<Object> words = new ArrayList<>(List.of(DONE));
        if (drawer != null) {
            words.addAll(drawer.messages());
        }
        return CommandLoop.answer(words.toArray());
    }

    private String end() throws InterruptedException, IOException {
        if (drawer != null) {
            drawer.end();
        }
        try {
            if (generator != null) {
                generator.close();
            }
        } catch (RuntimeException | Error e) {
            // A failure to close does not undo the ids before it.
            e.printStackTrace();
        }
        return state();
    }

    private String state() {
        return (drawer == null ? NodeState.NONE : drawer.state(clocks)).line();
    }
}
