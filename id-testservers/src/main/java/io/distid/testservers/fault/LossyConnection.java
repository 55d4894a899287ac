package io.distid.testservers.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** One connection through a {@link LossyLink}, with a thread for each direction. */
final class LossyConnection {
    private static final int CONNECT_MILLIS = 5_000;
    private static final long RETRY_NANOS = 5_000_000;
    private static final int BUFFER_BYTES = 16 * 1024;

    private final LossyLink link;
    private final Socket client;
    private final InetSocketAddress target;
    private volatile Socket server = new Socket();
    /** Whether the client has sent anything since the server last sent anything. */
    private volatile boolean asked;

    LossyConnection(LossyLink link, Socket client, InetSocketAddress target) {
        this.link = link;
        this.client = client;
        this.target = target;
    }

    void start() {
        run("requests", this::forwardRequests);
    }

    Socket client() {
        return client;
    }

    /** Resets the client's connection, and closes the server's. */
    void cut() {
        link.ended(this);
        try {
            try (client) {
                client.setSoLinger(true, 0);
            } finally {
                server.close();
            }
        } catch (IOException e) {
            // The socket is closed already.
        }
    }

    private void run(String direction, Runnable task) {
        Thread thread = new Thread(task, "lossy-link-" + client.getLocalPort() + "-" + direction);
        thread.setDaemon(true);
        thread.start();
    }

    private void forwardRequests() {
        try {
            client.setTcpNoDelay(true);
            connect();
            server.setTcpNoDelay(true);
            run("answers", this::forwardAnswers);
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            boolean first = true;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (first) {
                    first = false;
                    byte[] changed = link.firstBytes().apply(Arrays.copyOf(buffer, read));
                    System.arraycopy(changed, 0, buffer, 0, read);
                }
                // Set before the request is forwarded, or the answer could overtake it.
                asked = true;
                link.linkDelay().await();
                out.write(buffer, 0, read);
            }
            // The server answers the running requests, and closes; then the other direction ends this connection.
            server.shutdownOutput();
        } catch (IOException e) {
            cut();
        }
    }

    private void connect() throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                server.connect(target, CONNECT_MILLIS);
                return;
            } catch (ConnectException e) {
                if (client.isClosed()
                        || System.nanoTime() - start >= link.patience().toNanos()) {
                    throw e;
                }
                // A socket that was refused cannot be connected again.
                server = new Socket();
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void forwardAnswers() {
        try {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (asked) {
                    asked = false;
                    if (link.losses().drops()) {
                        cut();
                        return;
                    }
                }
                link.linkDelay().await();
                out.write(buffer, 0, read);
            }
            client.shutdownOutput();
            link.ended(this);
            server.close();
            client.close();
        } catch (IOException e) {
            cut();
        } catch (RuntimeException | Error e) {
            // The action before a drop failed. The client still learns at once that it gets no answer.
            cut();
            throw e;
        }
    }
}
