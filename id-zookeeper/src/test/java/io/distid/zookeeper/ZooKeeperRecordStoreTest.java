package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.contract.RecordStoreContract;
import io.distid.testservers.ZooKeeperEnsemble;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.OS;

/** {@link ZooKeeperRecordStore} on three real servers, since one alone counts no epochs. */
class ZooKeeperRecordStoreTest extends RecordStoreContract {
    private static ZooKeeperEnsemble ensemble;
    private static List<LossyLink> links = List.of();

    @BeforeAll
    static void start() {
        ensemble = ServerAssumptions.orSkip(ZooKeeperEnsemble::start);
        links = Arrays.stream(ensemble.connectString().split(","))
                .map(member -> member.split(":"))
                .map(member -> new LossyLink(new InetSocketAddress(member[0], Integer.parseInt(member[1]))))
                .toList();
    }

    @AfterAll
    static void end() {
        links.forEach(LossyLink::close);
        if (ensemble != null) {
            ensemble.close();
        }
    }

    @Override
    protected RecordStore open() {
        String connect = links.stream()
                .map(link -> ZooKeeperFixture.connect(link.address()))
                .collect(Collectors.joining(","));
        return new ZooKeeperRecordStore(ZooKeeperFixture.tree(connect), "/distid/records");
    }

    @Override
    protected boolean restart() {
        ZooKeeperServer old = ensemble.failOver();
        old.restart();
        ensemble.awaitCaughtUp();
        return true;
    }

    @Override
    protected boolean goBackBehind(Runnable lost) {
        if (!OS.LINUX.isCurrentOs()) {
            return false;
        }
        ensemble.awaitCaughtUp();
        ensemble.members().forEach(ZooKeeperServer::copyData);
        lost.run();
        ZooKeeperFixture.putBack(ensemble);
        return true;
    }

    /** The first answer is that to the reads, and the second that to the transaction. */
    @Override
    protected boolean loseAnswer(Callable<?> request) {
        links.forEach(link -> link.dropAnswerAfter(1));
        try {
            request.call();
        } catch (BackendException e) {
            // As it should be.
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        links.forEach(LossyLink::dropNoAnswer);
        return true;
    }
}
