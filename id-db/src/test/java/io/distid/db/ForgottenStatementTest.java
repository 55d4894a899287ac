package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that does not know a statement that was prepared on it, as one behind a proxy which hands connections on. */
class ForgottenStatementTest {
    private static final int EXECUTE = 0x17;

    private final Database database = Servers.shared().createDatabase();
    private final AtomicInteger forgotten = new AtomicInteger();
    private ServerSocket proxy;

    @BeforeEach
    void listen() throws IOException {
        proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        run(this::accept);
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void idIsDrawnOnAnotherConnection(String strategy) {
        InetSocketAddress address = (InetSocketAddress) proxy.getLocalSocketAddress();
        try (LongIdGenerator ids =
                IdGenerators.openLong(strategy, Servers.config(Servers.through(database, address), "pool-size", "1"))) {
            long before = ids.nextId();
            for (int i = 0; i < 3; i++) {
                forgotten.set(1);
                long id = ids.nextId();
                assertThat(forgotten).as("executions that are still to fail").hasValue(0);
                assertThat(id).isEqualTo(before + 1);
                before = id;
            }
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = proxy.accept();
            URI server = URI.create(database.url().substring("jdbc:".length()));
            Socket behind = new Socket(server.getHost(), server.getPort());
            run(() -> {
                try (client;
                        behind;
                        InputStream answers = behind.getInputStream()) {
                    answers.transferTo(client.getOutputStream());
                }
            });
            run(() -> {
                try (client;
                        behind) {
                    forward(new DataInputStream(client.getInputStream()), behind.getOutputStream());
                }
            });
        }
    }

    /** Packet by packet: three bytes of length, one of a sequence, and the command. */
    private void forward(DataInputStream in, OutputStream out) throws IOException {
        byte[] head = new byte[4];
        while (true) {
            in.readFully(head);
            byte[] packet = new byte[head[0] & 0xFF | (head[1] & 0xFF) << 8 | (head[2] & 0xFF) << 16];
            in.readFully(packet);
            if (head[3] == 0
                    && packet.length > 4
                    && packet[0] == EXECUTE
                    && forgotten.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                // The number of a statement that was never prepared.
                packet[4] = 0x7F;
            }
            out.write(head);
            out.write(packet);
            out.flush();
        }
    }

    private static void run(Forwarding forwarding) {
        Thread thread = new Thread(() -> {
            try {
                forwarding.run();
            } catch (IOException e) {
                // One side has closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** What one thread does. */
    private interface Forwarding {
        void run() throws IOException;
    }
}
