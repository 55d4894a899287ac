package io.distid.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The child's side of {@link TestJvm}: settings first, then commands; the process ends when the input does. Not safe for use
 * by several threads: its own thread reads the input, and one other thread asks.
 */
public final class ChildInput {
    private final Map<String, String> settings = new HashMap<>();
    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();

    /**
     * Reads the settings and begins to wait for commands.
     *
     * @throws IOException if the input ends before the settings do
     */
    public ChildInput() throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && !line.isEmpty(); line = input.readLine()) {
            int equals = line.indexOf('=');
            settings.put(line.substring(0, equals), line.substring(equals + 1));
        }
        Thread reader = new Thread(() -> read(input), "commands");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * The settings that the parent passed.
     *
     * @return the settings by key
     */
    public Map<String, String> settings() {
        return settings;
    }

    /**
     * Waits for a command.
     *
     * @return the line
     * @throws InterruptedException if the thread is interrupted
     */
    public String command() throws InterruptedException {
        return commands.take();
    }

    /**
     * Waits for a command, but not for long.
     *
     * @param patience how long
     * @return the line, or null if none has come
     * @throws InterruptedException if the thread is interrupted
     */
    @Nullable
    public String command(Duration patience) throws InterruptedException {
        return commands.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void read(BufferedReader input) {
        try {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                commands.add(line);
            }
        } catch (IOException e) {
            // This counts as the end of the input: the parent is gone.
        }
        Runtime.getRuntime().halt(0);
    }
}
