package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.testservers.fault.LossyLink;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LossyLinkTest {
    private static final Duration TIMEOUT = TestServers.LIMIT;

    private RedisServer server;
    private LossyLink link;

    @BeforeEach
    void start() {
        server = TestServers.orSkip(RedisServer::start);
        link = new LossyLink(address(server));
    }

    @AfterEach
    void end() {
        if (link != null) {
            link.close();
            server.close();
        }
    }

    @Test
    void forwardsRequestsAndAnswers() throws IOException {
        try (RespClient client = connect()) {
            String large = "x".repeat(1_000_000);
            assertThat(client.command("SET", "key", large)).isEqualTo("OK");
            assertThat(client.command("GET", "key")).isEqualTo(large);
        }
        assertThat(link.answers()).as("answers").isEqualTo(2);
        assertThat(link.answersDropped()).as("answers dropped").isZero();
    }

    @Test
    void requestWhoseAnswerIsDroppedIsCarriedOut() throws IOException {
        try (RespClient client = connect()) {
            assertThat(client.command("INCR", "key")).isEqualTo("1");
            link.dropNextAnswer();
            assertThatThrownBy(() -> client.command("INCR", "key")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> client.command("INCR", "key"))
                    .as("a request on a connection that was cut")
                    .isInstanceOf(IOException.class);
        }
        assertThat(server.command(TIMEOUT, "GET", "key")).as("the counter").isEqualTo("2");
        try (RespClient client = connect()) {
            assertThat(client.command("INCR", "key"))
                    .as("after one answer was dropped")
                    .isEqualTo("3");
        }
        assertThat(link.answersDropped()).as("answers dropped").isEqualTo(1);
    }

    @Test
    void answerIsDroppedAfterTheGivenNumber() throws IOException {
        try (RespClient client = connect()) {
            link.dropAnswerAfter(2);
            assertThat(client.command("INCR", "key")).isEqualTo("1");
            assertThat(client.command("INCR", "key")).isEqualTo("2");
            assertThatThrownBy(() -> client.command("INCR", "key")).isInstanceOf(IOException.class);
        }
        assertThat(server.command(TIMEOUT, "GET", "key")).as("the counter").isEqualTo("3");
    }

    @Test
    void somethingIsDoneBetweenTheAnswerAndItsLoss() throws IOException {
        AtomicReference<String> seen = new AtomicReference<>();
        try (RespClient client = connect();
                RespClient other = connect()) {
            link.dropAnswerAfter(0, () -> {
                try {
                    seen.set(other.command("INCR", "key"));
                } catch (IOException e) {
                    seen.set(e.toString());
                }
            });
            assertThatThrownBy(() -> client.command("INCR", "key")).isInstanceOf(IOException.class);
        }
        assertThat(seen.get())
                .as("the counter, between a request that is carried out and its loss")
                .isEqualTo("2");
    }

    @Test
    void callerThatWantsNoMoreLossesWaitsForWhatIsDoneMeanwhile() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        link.dropAnswerAfter(0, () -> {
            begun.countDown();
            LockSupport.parkNanos(300_000_000);
            ended.set(true);
        });
        Thread asking = new Thread(() -> {
            try (RespClient client = connect()) {
                client.command("PING");
            } catch (IOException e) {
                // Its answer is lost.
            }
        });
        asking.start();
        begun.await();
        link.dropNoAnswer();
        assertThat(ended).as("what is done meanwhile has ended").isTrue();
        asking.join();
    }

    @Test
    void ofPipelinedRequestsTheFirstAtLeastIsCarriedOutAndNoneIsAnswered() throws Exception {
        try (Socket client = new Socket()) {
            client.connect(link.address());
            link.dropNextAnswer();
            String one = "*2\r\n$4\r\nINCR\r\n$3\r\nkey\r\n";
            client.getOutputStream().write(one.repeat(3).getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(IOException.class);
        }
        assertThat(server.command(TIMEOUT, "GET", "key")).as("the counter").isIn("1", "2", "3");
    }

    @Test
    void dropsTheGivenShareAtRandomAndTheSameForTheSameSeed() throws IOException {
        long first = dropped(7);
        assertThat(first).as("of 400 answers, dropped with probability 1/4").isBetween(60L, 140L);
        assertThat(dropped(7)).as("again").isEqualTo(first);
        link.dropAnswers(0, 7);
        try (RespClient client = connect()) {
            for (int i = 0; i < 100; i++) {
                client.command("INCR", "key");
            }
        }
    }

    @Test
    void cutEndsAllConnectionsAndAcceptsNewOnes() throws IOException {
        try (RespClient one = connect();
                RespClient two = connect()) {
            one.command("INCR", "key");
            two.command("INCR", "key");
            link.cut();
            for (RespClient client : List.of(one, two)) {
                assertThatThrownBy(() -> client.command("INCR", "key")).isInstanceOf(IOException.class);
            }
        }
        try (RespClient client = connect()) {
            assertThat(client.command("INCR", "key")).isEqualTo("3");
        }
    }

    @Test
    void refusesAllConnectionsUntilItPassesAgain() throws IOException {
        try (RespClient client = connect()) {
            client.command("INCR", "key");
            link.refuse();
            assertThatThrownBy(() -> client.command("INCR", "key")).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> connect().command("INCR", "key")).isInstanceOf(IOException.class);
        assertThat(link.connectionsCut()).as("cut").isEqualTo(2);

        link.pass();

        try (RespClient client = connect()) {
            assertThat(client.command("INCR", "key")).isEqualTo("2");
        }
    }

    @Test
    void holdsRequestsBackAndLeavesConnectionsOpen() throws Exception {
        try (RespClient client = connect();
                RespClient hasty = connect(Duration.ofSeconds(3))) {
            client.command("INCR", "key");
            link.hold();
            // The one request of the hasty one is not answered: a busy machine may be too late for it otherwise.
            assertThatThrownBy(() -> hasty.command("INCR", "key")).isInstanceOf(SocketTimeoutException.class);
            assertThat(server.command(TIMEOUT, "GET", "key"))
                    .as("while nothing passes")
                    .isEqualTo("1");
            Awaitility.await("a request held back").atMost(TIMEOUT).until(() -> link.held() == 1);

            link.pass();

            // The request whose sender has given up arrives all the same.
            Awaitility.await().atMost(TIMEOUT).until(() -> "2".equals(server.command(TIMEOUT, "GET", "key")));
            assertThat(client.command("INCR", "key"))
                    .as("on a connection that stayed")
                    .isEqualTo("3");
        }
    }

    @Test
    void holdsUpEachDirection() throws IOException {
        try (RespClient client = connect()) {
            client.command("INCR", "key");
            link.delay(Duration.ofMillis(150));
            long began = System.nanoTime();
            assertThat(client.command("INCR", "key")).isEqualTo("2");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
            assertThat(link.delayed()).as("held up").isEqualTo(2);
        }
    }

    @Test
    void newConnectionsGoToTheOtherServerAndOldOnesStay() throws IOException {
        try (RedisServer other = TestServers.orSkip(RedisServer::start);
                RespClient old = connect()) {
            old.command("SET", "who", "first");
            other.command(TIMEOUT, "SET", "who", "second");
            link.retarget(address(other));
            assertThat(old.command("GET", "who")).as("on the old connection").isEqualTo("first");
            try (RespClient client = connect()) {
                assertThat(client.command("GET", "who")).as("on a new one").isEqualTo("second");
            }
        }
    }

    @Test
    void serverThatIsAwayCutsConnectionsAndIsReachedAgain() throws IOException {
        try (RespClient client = connect()) {
            client.command("INCR", "key");
            server.kill();
            assertThatThrownBy(() -> client.command("INCR", "key")).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> connect().command("INCR", "key"))
                .as("while the server is away")
                .isInstanceOf(IOException.class);
        server.restart();
        try (RespClient client = connect()) {
            assertThat(client.command("INCR", "key")).isEqualTo("1");
        }
    }

    @Test
    void closeEndsConnectionsThreadsAndPort() throws IOException {
        int port = link.address().getPort();
        try (RespClient client = connect()) {
            client.command("INCR", "key");
            link.close();
            link.close();
            assertThatThrownBy(() -> client.command("INCR", "key")).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
        Awaitility.await("the end of its threads")
                .atMost(TIMEOUT)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("lossy-link-" + port)));
    }

    /** How many answers are lost of 400. */
    private long dropped(long seed) throws IOException {
        long before = link.answersDropped();
        link.dropAnswers(0.25, seed);
        RespClient client = connect();
        for (int i = 0; i < 400; i++) {
            try {
                client.command("INCR", "key");
            } catch (IOException e) {
                client.close();
                client = connect();
            }
        }
        client.close();
        return link.answersDropped() - before;
    }

    /** A process that is just being started has this one's sockets for a moment, the one that is listened on among them. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void refusesOnceClosedThoughProcessesAreStartedMeanwhile() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread starter = new Thread(() -> {
            while (!over.get()) {
                try {
                    new ProcessBuilder("true").start().waitFor();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        starter.start();
        try {
            for (int i = 0; i < 200; i++) {
                LossyLink other = new LossyLink(address(server));
                other.close();
                assertThatThrownBy(() -> new Socket("127.0.0.1", other.address().getPort()).close())
                        .as("link " + i)
                        .isInstanceOf(ConnectException.class);
            }
        } finally {
            over.set(true);
            starter.join();
        }
    }

    private RespClient connect() throws IOException {
        return connect(TIMEOUT);
    }

    private RespClient connect(Duration timeout) throws IOException {
        return new RespClient(link.address().getHostString(), link.address().getPort(), timeout);
    }

    private static InetSocketAddress address(RedisServer server) {
        return new InetSocketAddress(server.host(), server.port());
    }
}
