package io.distid.sql;

import io.distid.spi.RecordStore;
import io.distid.testkit.contract.RecordStoreContract;
import io.distid.testservers.fault.LossyLink;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What the lease protocol asks of a store, on a table. */
class SqlRecordStoreContractTest extends RecordStoreContract {
    private static PrivateServer server;
    private static LossyLink link;

    @BeforeAll
    static void start() {
        server = new PrivateServer();
        link = new LossyLink(server.address());
    }

    @AfterAll
    static void stop() {
        link.close();
        server.close();
    }

    @Override
    protected RecordStore open() {
        return Workers.records(Servers.through(server.database(), link.address()));
    }

    @Override
    protected boolean restart() {
        if (!server.server().canFault()) {
            return false;
        }
        Product.awaitAnotherStart();
        server.kill();
        server.restart();
        return true;
    }

    @Override
    protected boolean goBackBehind(Runnable lost) {
        if (!server.server().canFault() || !server.server().canCopyData()) {
            return false;
        }
        Product.awaitAnotherStart();
        server.server().copyData();
        lost.run();
        Product.awaitAnotherStart();
        server.server().restoreData();
        return true;
    }

    @Override
    protected boolean loseAnswer(Callable<?> request) {
        return loseAnswer(link, request);
    }
}
