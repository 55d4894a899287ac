package io.distid.bench.nodes;

import io.distid.IdGenerator;
import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.DaemonThreads;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** The child JVM of one node. It serves many subjects in turn, and starts no server. */
final class NodeChild implements CommandLoop.Child {
    static final String DONE = "done";

    private final SettingsFile settings = SettingsFile.ofThisJvm();
    private IdGenerator generator;

    @Override
    public CommandLoop.Handler prepare() {
        return this::obey;
    }

    private String obey(String command, List<String> words) throws Exception {
        return switch (command) {
            case "open" -> open(words.get(0));
            case "warm-up" -> {
                long nanos = Long.parseLong(words.get(1));
                inParallel(Integer.parseInt(words.get(0)), thread -> new IdDrawer(generator, 0).warmUp(nanos));
                yield CommandLoop.answer(DONE);
            }
            case "draw" ->
                draw(
                        Path.of(words.get(0)),
                        Integer.parseInt(words.get(1)),
                        Long.parseLong(words.get(2)),
                        Long.parseLong(words.get(3)),
                        Long.parseLong(words.get(4)),
                        Long.parseLong(words.get(5)));
            case "close" -> close();
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    private String open(String subject) {
        generator = Catalogue.subject(subject).opening().open(settings.of(subject));
        return CommandLoop.answer(
                DONE, IdDrawer.width(generator), generator.traits().ordering().name());
    }

    /** Issues ids from a time on, by the clock that all nodes share. */
    private String draw(Path files, int threads, long least, long most, long start, long nanos) throws Exception {
        inParallel(threads, thread -> {
            IdDrawer drawer = new IdDrawer(generator, thread);
            try (ThreadFileWriter file =
                    new ThreadFileWriter(files.resolveSibling(files.getFileName() + "-" + thread))) {
                for (long left = start - System.nanoTime(); left > 0; left = start - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                drawer.draw(file, least, most, start + nanos);
            }
        });
        return CommandLoop.answer(DONE);
    }

    private String close() {
        try {
            generator.close();
        } catch (RuntimeException e) {
            // A failure to close does not undo the ids before it.
            e.printStackTrace();
        }
        return CommandLoop.answer(DONE);
    }

    interface Part {
        void run(int thread) throws Exception;
    }

    static void inParallel(int threads, Part part) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, DaemonThreads.named("distid-bench-drawer"));
        try {
            List<Callable<Void>> parts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int number = thread;
                parts.add(() -> {
                    part.run(number);
                    return null;
                });
            }
            for (Future<Void> result : pool.invokeAll(parts)) {
                result.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
