package io.distid.testservers;

import static io.distid.testservers.TestServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What tests may expect of every ensemble. Each test leaves it whole. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class EnsembleContract<S extends RealServer, E extends Ensemble<S>> {
    private static final int LAST = 9;

    private E ensemble;

    abstract E startEnsemble();

    final E ensemble() {
        return ensemble;
    }

    /** By way of what clients are given. */
    abstract void write(E ensemble, String value) throws Exception;

    /** What one server has, seen past the links. */
    abstract String read(E ensemble, S member) throws Exception;

    /** Who has what {@link #write} writes. */
    List<S> copies(E ensemble) {
        return ensemble.members();
    }

    /** Whether a server that is cut off has not got what was written elsewhere. */
    boolean lacks(E ensemble, S member, String value) throws Exception {
        return !read(ensemble, member).equals(value);
    }

    /** Whether clients that are told of this server alone are served. */
    abstract boolean servesClients(E ensemble, S member);

    /** What an operator does with a server that led, runs again and no longer leads. */
    void rejoin(E ensemble, S old) {}

    @BeforeAll
    void start() {
        ensemble = TestServers.orSkip(this::startEnsemble);
    }

    @AfterAll
    void close() {
        if (ensemble != null) {
            ensemble.close();
        }
    }

    @Test
    @Order(1)
    void anotherServerLeadsWhenTheLeaderIsKilledAndTheKilledOneComesBack() throws Exception {
        writeOnceLed("before");
        ensemble.awaitCaughtUp();
        for (S member : copies(ensemble)) {
            assertThat(read(ensemble, member)).isEqualTo("before");
        }

        S old = ensemble.failOver();

        S next = ensemble.leader();
        assertThat(next).isNotSameAs(old);
        assertThat(read(ensemble, next)).isEqualTo("before");
        writeOnceLed("after");
        old.restart();
        assertThat(whole(old)).isEqualTo("after");
    }

    @Test
    @Tag("slow")
    @Order(2)
    void anotherServerLeadsWhenTheLeaderIsPaused() throws Exception {
        S old = ensemble.leader();
        old.pause();
        try {
            ensemble.awaitSuccessor(old);
            writeOnceLed("meanwhile");
        } finally {
            old.resume();
        }
        assertThat(whole(old)).isEqualTo("meanwhile");
    }

    @Test
    @Tag("slow")
    @Order(3)
    @EnabledOnOs(OS.LINUX)
    void serverThatIsCutOffGetsNothingAndIsReplaced() throws Exception {
        S old = ensemble.leader();
        writeOnceLed("in common");
        ensemble.awaitCaughtUp();

        ensemble.cutOff(old);

        ensemble.awaitSuccessor(old);
        writeOnceLed("elsewhere");
        assertThat(lacks(ensemble, old, "elsewhere")).isTrue();
        ensemble.heal();
        assertThat(whole(old)).isEqualTo("elsewhere");
    }

    @Test
    @Order(4)
    @EnabledOnOs(OS.LINUX)
    void clientsThatAreCutFromAServerAreServedOnceThatIsHealed() throws Exception {
        S leader = ensemble.leader();
        await().until(() -> servesClients(ensemble, leader));

        ensemble.cutFromClients(leader);

        assertThat(servesClients(ensemble, leader)).isFalse();
        assertThat(leader.answers(TestServers.LIMIT)).isTrue();
        ensemble.heal();
        await().until(() -> servesClients(ensemble, leader));
    }

    @Test
    @Order(LAST)
    void leavesNeitherProcessNorDirectoryNorLinkWhenClosed() {
        List<Long> pids = ensemble.members().stream().map(RealServer::pid).toList();
        List<Path> directories = ensemble.members().stream()
                .map(member -> ((ChildServer) member.node()).directory())
                .toList();
        S leader = ensemble.leader();
        leader.pause();

        ensemble.close();
        ensemble.close();

        assertThat(pids).noneMatch(TestServers::isAlive);
        assertThat(directories).noneMatch(Files::exists);
        assertThat(servesClients(ensemble, leader)).isFalse();
        assertThatThrownBy(leader::restart).isInstanceOf(IllegalStateException.class);
    }

    private String whole(S old) throws Exception {
        rejoin(ensemble, old);
        ensemble.awaitCaughtUp();
        return read(ensemble, old);
    }

    /** Until a new leader is known to all, clients are answered with errors. */
    private void writeOnceLed(String value) {
        await().ignoreExceptions().until(() -> {
            write(ensemble, value);
            return true;
        });
    }
}
