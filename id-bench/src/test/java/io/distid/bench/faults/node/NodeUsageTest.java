package io.distid.bench.faults.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class NodeUsageTest {
    private static final int MORE = 40;

    @Test
    @EnabledOnOs(OS.LINUX)
    void socketsFilesAndThreadsThatAreHeldAreCounted() throws Exception {
        NodeUsage before = NodeUsage.ofThisProcess();
        List<ServerSocket> sockets = new ArrayList<>();
        CountDownLatch end = new CountDownLatch(1);
        try {
            for (int i = 0; i < MORE; i++) {
                sockets.add(new ServerSocket(0));
                Thread thread = new Thread(() -> {
                    try {
                        end.await(1, TimeUnit.MINUTES);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
            NodeUsage after = NodeUsage.ofThisProcess();

            // Others of this JVM may end meanwhile.
            assertThat(after.sockets() - before.sockets()).isGreaterThan(MORE / 2);
            assertThat(after.files() - before.files()).isGreaterThan(MORE / 2);
            assertThat(after.threads() - before.threads()).isGreaterThan(MORE / 2);
            assertThat(after.heap()).isPositive();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            end.countDown();
        }
    }

    @Test
    void theChildsAnswerIsReadAsItWasWritten() {
        NodeUsage usage = new NodeUsage(123_456_789, 12, 34, 5);
        List<String> words = List.of(usage.line().split("\t"));
        assertThat(words.get(0)).isEqualTo(FaultChild.DONE);
        assertThat(NodeUsage.of(words.subList(1, words.size()))).isEqualTo(usage);
    }
}
