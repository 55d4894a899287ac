package io.distid.testkit;

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
 * What locks are for: a resource that several processes write to, each under a lock. Each write carries the number of the grant it was done
 * under; one with a number below the greatest so far is refused. It keeps all writes in the order in which they came. Safe for use by any
 * number of threads; its own, one for each writer, are daemons and end with {@link #close()}.
 */
final class FencedResource implements AutoCloseable {
    private final ServerSocket socket;
    private final List<Write> writes = new ArrayList<>();
    private final List<Socket> connections = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private long greatest;

    /**
     * A write that came.
     *
     * @param fence the number it carried
     * @param grant who wrote, under which of its grants
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

    /** All writes so far, in the order in which they came. */
    synchronized List<Write> writes() {
        return List.copyOf(writes);
    }

    /** What writers found wrong. */
    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** The greatest number that was written with, {@code written} or {@code stale}, or nothing worth reading. */
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
            // It was closed.
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
            // The writer was killed, or this was closed.
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
