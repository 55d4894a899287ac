package io.distid.testservers;

import static io.distid.testservers.TestServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What tests may expect of every server, whichever it is. */
abstract class RealServerContract<S extends RealServer> {
    private static final Duration SOON = Duration.ofMillis(500);

    private S server;

    abstract S startServer();

    abstract S sharedServer();

    abstract void write(S server, String value) throws Exception;

    abstract String read(S server) throws Exception;

    abstract String expectedDescription();

    @BeforeEach
    void start() {
        server = TestServers.orSkip(this::startServer);
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void describesItselfByWhatTheServerAnswers() {
        assertThat(server.describe()).matches(expectedDescription());
        assertThat(server).hasToString(server.describe());
    }

    @Test
    void keepsDataAndPortWhenKilledAndRestarted() throws Exception {
        assumeTrue(server.canFault());
        int port = server.port();
        long pid = server.pid();
        write(server, "survives");

        server.kill();

        assertThat(TestServers.isAlive(pid)).isFalse();
        assertThat(server.answers(SOON)).isFalse();
        assertThatThrownBy(server::pid).isInstanceOf(IllegalStateException.class);
        server.restart();
        assertThat(read(server)).isEqualTo("survives");
        assertThat(server.port()).isEqualTo(port);
        assertThat(server.pid()).isNotEqualTo(pid);
    }

    @Test
    @Tag("slow")
    void keepsDataWhenStoppedAndRestarted() throws Exception {
        assumeTrue(server.canFault());
        write(server, "survives");

        server.stop();

        assertThat(server.answers(SOON)).isFalse();
        server.restart();
        assertThat(read(server)).isEqualTo("survives");
    }

    @Test
    @Tag("slow")
    void answersNothingWhilePaused() throws Exception {
        assumeTrue(server.canFault());
        write(server, "before");

        server.pause();

        assertThat(server.answers(SOON)).isFalse();
        server.resume();
        await().until(() -> server.answers(SOON));
        assertThat(read(server)).isEqualTo("before");
    }

    @Test
    @Tag("slow")
    void goesBackToTheCopyOfItsData() throws Exception {
        assumeTrue(server.canCopyData());
        int port = server.port();
        assertThatThrownBy(server::restoreData)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("were not copied before");
        write(server, "old");
        server.copyData();
        write(server, "new");

        server.restoreData();

        assertThat(read(server)).isEqualTo("old");
        assertThat(server.port()).isEqualTo(port);
        write(server, "newer");
        server.copyData();
        server.restoreData();
        assertThat(read(server)).as("of the second copy").isEqualTo("newer");
    }

    @Test
    @Tag("slow")
    void stopsAlsoWhilePaused() {
        assumeTrue(server.canFault());
        long pid = server.pid();
        server.pause();

        server.stop();

        assertThat(TestServers.isAlive(pid)).isFalse();
    }

    @Test
    void leavesNeitherProcessNorDirectoryWhenClosed() {
        assumeTrue(server.node() instanceof ChildServer);
        long pid = server.pid();
        Path directory = ((ChildServer) server.node()).directory();
        assertThat(directory).isDirectory();
        server.pause();

        server.close();
        server.close();

        assertThat(TestServers.isAlive(pid)).isFalse();
        assertThat(Files.exists(directory)).isFalse();
        assertThatThrownBy(server::restart).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Tag("slow")
    void doesNotCollideWithAnother() throws Exception {
        try (S other = startServer()) {
            write(server, "one");
            write(other, "two");

            assertThat(read(server)).isEqualTo("one");
            assertThat(read(other)).isEqualTo("two");
        }
    }

    @Test
    @Tag("slow")
    void cannotBeHurtWhenShared() {
        S shared = sharedServer();
        shared.close();

        assertThat(sharedServer()).isSameAs(shared);
        assertThat(shared.answers(TestServers.LIMIT)).isTrue();
        assertThat(shared.canFault()).isFalse();
        assertThatThrownBy(shared::kill)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("is shared by the tests of this JVM and cannot be killed");
        assertThat(shared.canCopyData()).isFalse();
    }
}
