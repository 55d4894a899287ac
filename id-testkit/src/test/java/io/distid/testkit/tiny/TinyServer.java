package io.distid.testkit.tiny;

import io.distid.testkit.FaultableServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values in memory, which clients read and replace whole: a replacement is taken if nobody else came first.
 *
 * <p>It answers {@code read} by the version and the data, {@code write VERSION DATA} by {@code written} or {@code taken}. No lock is
 * held for a client, so one that is paused in the middle of a change holds up nobody, and finds its version taken when it goes on.
 */
final class TinyServer implements FaultableServer, AutoCloseable {
    /** Below the range from which systems number outgoing connections, one of which could take it while this server is stopped. */
    private static final int FIRST_PORT = 15_000;

    private static final int BEYOND_LAST_PORT = 32_000;

    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final int port;
    private @Nullable ServerSocket socket;
    private String data = "";
    private long version;

    TinyServer() {
        ServerSocket free = null;
        int at = 0;
        while (free == null) {
            at = ThreadLocalRandom.current().nextInt(FIRST_PORT, BEYOND_LAST_PORT);
            free = tryToListen(at);
        }
        socket = free;
        port = at;
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress("127.0.0.1", port);
    }

    /** Changes the data by hand. */
    synchronized void change(Consumer<Properties> step) {
        Properties changed = TinyText.read(data);
        step.accept(changed);
        data = TinyText.of(changed);
        version++;
    }

    @Override
    public synchronized void kill() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
        List.copyOf(clients).forEach(TinyServer::reset);
    }

    /** A connection that is closed in good order could keep the port, as long as a paused client does not close it, too. */
    private static void reset(Socket client) {
        try (client) {
            client.setSoLinger(true, 0);
        } catch (IOException e) {
            // It is closed already.
        }
    }

    @Override
    public synchronized void restart() {
        socket = Awaitility.await("the port that it had before").until(() -> tryToListen(port), Objects::nonNull);
    }

    @Override
    public void close() {
        try {
            kill();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Null if the port is taken. */
    private @Nullable ServerSocket tryToListen(int at) {
        try {
            ServerSocket listening = new ServerSocket();
            listening.setReuseAddress(true);
            try {
                listening.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), at), 500);
            } catch (BindException e) {
                listening.close();
                return null;
            }
            start(() -> accept(listening));
            return listening;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket listening) {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                clients.add(client);
                if (listening.isClosed()) {
                    client.close();
                }
                start(() -> serve(client));
            } catch (IOException e) {
                // It was stopped, or the client has gone already.
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            client.setTcpNoDelay(true);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                client.getOutputStream().write((answer(line) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // It was stopped, or the client has gone.
        } finally {
            clients.remove(client);
        }
    }

    private synchronized String answer(String request) {
        String[] words = request.split(" ", -1);
        if (words[0].equals("read")) {
            return version + " " + data;
        }
        if (Long.parseLong(words[1]) != version) {
            return "taken";
        }
        data = words[2];
        version++;
        return "written";
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "tiny-server");
        thread.setDaemon(true);
        thread.start();
    }
}
