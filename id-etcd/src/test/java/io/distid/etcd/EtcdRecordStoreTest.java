package io.distid.etcd;

import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.contract.RecordStoreContract;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** {@link EtcdRecordStore} on a real etcd of its own. */
class EtcdRecordStoreTest extends RecordStoreContract {
    private static EtcdServer server;

    private LossyLink link;

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(EtcdServer::start);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    /** Without {@link SeenRevision}, by which a source trusts nothing more once it saw that etcd went back: {@link EtcdRestoredTest}. */
    @Override
    protected RecordStore open() {
        if (link == null) {
            link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
        }
        Map<String, String> config = EtcdFixture.through(link.address(), EtcdFixture.config(server));
        EtcdLink to = new EtcdLink(IdConfig.of(new EtcdWorkerIdsProvider(), config));
        return new EtcdRecordStore(new EtcdGateway(to, null).opened(Namespace.PREFIX + "/"), Namespace.PREFIX);
    }

    @Override
    protected boolean restart() {
        if (!server.canFault()) {
            return false;
        }
        server.restart();
        return true;
    }

    @Override
    protected boolean goBackBehind(Runnable lost) {
        if (!server.canCopyData()) {
            return false;
        }
        server.copyData();
        lost.run();
        server.restoreData();
        return true;
    }

    @Override
    protected boolean loseAnswer(Callable<?> request) {
        return loseAnswer(link, request);
    }

    @AfterEach
    void end() {
        link.close();
    }
}
