package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.testservers.RedisServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StoreOutagesTest {
    private static final int ANSWERS = 3;
    private static final String PONG = "+PONG\r\n";

    private final Set<Integer> known = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean busy = new AtomicBoolean(true);

    /** A machine can be so busy that a round fails before the answer that was to be lost has come. */
    @Test
    void whatFailedEarlyIsRunAgainUnderAnotherName() {
        try (RedisServer server = ServerAssumptions.orSkip(RedisServer::start)) {
            int answers = StoreOutages.beforeEachAnswer(
                    new InetSocketAddress(server.host(), server.port()), "no secret", this::round);
            assertThat(answers).isEqualTo(ANSWERS);
        }
    }

    /** Waits for answers at the first start under a name, and for one once that has succeeded. */
    private void round(InetSocketAddress address, int name) {
        if (name == ANSWERS - 1 && busy.getAndSet(false)) {
            throw new BackendException("time-out");
        }
        int asked = known.contains(name) ? 1 : ANSWERS;
        for (int i = 0; i < asked; i++) {
            ping(address);
        }
        known.add(name);
    }

    private static void ping(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(PONG.length());
            if (!PONG.equals(new String(answer, StandardCharsets.US_ASCII))) {
                throw new IOException("no answer");
            }
        } catch (IOException e) {
            throw new BackendException(e.getMessage(), e);
        }
    }
}
