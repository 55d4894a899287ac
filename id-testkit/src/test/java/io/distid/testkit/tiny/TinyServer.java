package io.distid.testkit.tiny;

import io.distid.BackendException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Keys and values that several processes change one at a time; while a file named {@code down} lies beside them, it does not
 * answer.
 *
 * <p>Each change is a new file, and whoever links the next number first wins. No lock is held, so a process that is paused
 * in the middle of a change holds up nobody, and finds its number taken when it goes on.
 */
final class TinyServer {
    private final Path directory;
    private final Path down;
    private final ReentrantLock turn = new ReentrantLock();
    private long version;

    TinyServer(Path directory) {
        this.directory = directory;
        down = directory.resolve("down");
    }

    /**
     * Reads, changes and writes the data in one step, which is taken again if another process came first.
     *
     * @throws BackendException while the server is down
     */
    <T> T change(Function<Properties, T> step) {
        if (Files.exists(down)) {
            throw new BackendException("the tiny server is down");
        }
        turn.lock();
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                Properties data = newest();
                T result = step.apply(data);
                if (isFirst(data)) {
                    return result;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            turn.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void stop() throws IOException {
        Files.createFile(down);
    }

    void start() throws IOException {
        Files.delete(down);
    }

    private Properties newest() throws IOException {
        while (Files.exists(file(version + 1))) {
            version++;
        }
        Properties data = new Properties();
        if (version > 0) {
            try (var text = Files.newBufferedReader(file(version), StandardCharsets.UTF_8)) {
                data.load(text);
            }
        }
        return data;
    }

    private boolean isFirst(Properties data) throws IOException {
        StringWriter text = new StringWriter();
        data.store(text, null);
        Path draft = Files.writeString(directory.resolve(UUID.randomUUID().toString()), text.toString());
        try {
            Files.createLink(file(version + 1), draft);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.delete(draft);
        }
    }

    private Path file(long number) {
        return directory.resolve("data-" + number);
    }
}
