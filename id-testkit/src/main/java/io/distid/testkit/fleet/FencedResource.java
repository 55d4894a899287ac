package io.distid.testkit.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A resource that several processes write to, each under a lock. Each write carries the number of its grant, and a number below the
 * greatest so far is refused. The resource keeps all writes in their order. Safe for use by any number of threads. Its own threads, one for
 * each writer, are daemons and end with {@link #close()}.
 */
final class FencedResource implements AutoCloseable {
    private final ServerSocket socket;
    private final List<Write> writes = new ArrayList<>();
    private final List<Socket> connections = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private long greatest;

    /**
     * A write that arrived.
     *
     * @param fence the number of its grant
     * @param grant the writer, and its grant
     * @param accepted whether its number was not below the greatest so far
     */
    record Write(long fence, String grant, boolean accepted) {}

    FencedResource() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        start("fenced-resource", this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** All writes so far, in their order. */
    synchronized List<Write> writes() {
        return List.copyOf(writes);
    }

    /** The faults that writers reported. */
    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** Answers a line: the greatest number so far, {@code written} or {@code stale}, or an empty answer. */
    private synchronized String answer(String line) {
        String[] words = line.split(" ", 2);
        return switch (words[0]) {
            case "greatest" -> Long.toString(greatest);
            case "fault" -> {
                faults.add(words[1]);
                yield "noted";
            }
            default -> write(Long.parseLong(words[0]), words[1]) ? "written" : "stale";
        };
    }

    private boolean write(long fence, String grant) {
        boolean accepted = fence >= greatest;
        greatest = Math.max(greatest, fence);
        writes.add(new Write(fence, grant, accepted));
        return accepted;
    }

    private void accept() {
        try {
            while (true) {
                Socket writer = socket.accept();
                synchronized (this) {
                    connections.add(writer);
                }
                start("fenced-resource-" + writer.getPort(), () -> serve(writer));
            }
        } catch (IOException e) {
            // The resource was closed.
        }
    }

    private void serve(Socket writer) {
        try (writer;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII));
                PrintWriter out = new PrintWriter(writer.getOutputStream(), true, StandardCharsets.US_ASCII)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(answer(line));
            }
        } catch (IOException e) {
            // The writer was killed, or the resource was closed.
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public synchronized void close() throws IOException {
        socket.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
