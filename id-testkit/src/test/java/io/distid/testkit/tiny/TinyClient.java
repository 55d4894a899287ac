package io.distid.testkit.tiny;

import io.distid.BackendException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One connection to a {@link TinyServer}, made when it is needed. */
final class TinyClient implements AutoCloseable {
    private static final int TRIES = 3;
    private static final int TIMEOUT_MILLIS = 30_000;

    private final InetSocketAddress address;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable Socket socket;
    private @Nullable BufferedReader in;

    TinyClient(InetSocketAddress address) {
        this.address = address;
    }

    /** The keys of a port on a tiny server. */
    static List<ConfigKey> keys(Enum<?>[] defects) {
        return List.of(
                ConfigKey.integer("port", 1, 65_535, null, "where the server listens"),
                ConfigKey.choice(
                        "defect", Arrays.stream(defects).map(Enum::name).toList(), "NONE", "what to break"));
    }

    /** Settings for {@link #keys}. */
    static Map<String, String> config(InetSocketAddress address, Enum<?> defect) {
        return Map.of("port", Integer.toString(address.getPort()), "defect", defect.name());
    }

    /** A connection that answers, as the settings have it. */
    static TinyClient open(IdConfig config) {
        TinyClient client = new TinyClient(new InetSocketAddress("127.0.0.1", (int) config.integer("port")));
        client.change(Properties::size);
        return client;
    }

    /**
     * Reads, changes and writes the data in one step, which is taken again if another client came first, and if its answer is lost:
     * it must answer then as it did first.
     *
     * @throws BackendException while the server is down
     */
    <T> T change(Function<Properties, T> step) {
        return change(step, TRIES);
    }

    /**
     * The same for a step that must not be taken again where its answer is lost.
     *
     * @throws BackendException if the server is down, or the answer is lost
     */
    <T> T changeOnce(Function<Properties, T> step) {
        return change(step, 1);
    }

    private <T> T change(Function<Properties, T> step, int tries) {
        turn.lock();
        try {
            for (int left = tries; ; left--) {
                try {
                    return changeNow(step);
                } catch (IOException e) {
                    disconnect();
                    if (left == 1) {
                        throw new BackendException("the tiny server does not answer: " + e, e);
                    }
                }
            }
        } finally {
            turn.unlock();
        }
    }

    private <T> T changeNow(Function<Properties, T> step) throws IOException {
        while (true) {
            String[] answer = ask("read").split(" ", -1);
            Properties data = TinyText.read(answer[1]);
            T result = step.apply(data);
            if (ask("write " + answer[0] + " " + TinyText.of(data)).equals("written")) {
                return result;
            }
        }
    }

    private String ask(String request) throws IOException {
        if (socket == null) {
            socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }
        socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
        String answer = in.readLine();
        if (answer == null) {
            throw new EOFException("the connection ended");
        }
        return answer;
    }

    private void disconnect() {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            socket = null;
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            disconnect();
        } finally {
            turn.unlock();
        }
    }
}
