package io.distid.sql;

import io.distid.spi.RecordStore;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.WorkerIdsContract;
import io.distid.testservers.fault.ObjectCopier;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of worker ids on a table. */
@Order(2)
@Tag("slow")
class SqlWorkerIdsContractTest extends WorkerIdsContract {
    @RegisterExtension
    static final ContractServer SERVER = new ContractServer();

    @Override
    protected String source() {
        return Product.NAME;
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return SERVER.configThrough(address, "max-ahead", "1s");
    }

    @Override
    protected WorkerLease copyOf(WorkerLease lease) {
        return ObjectCopier.copy(lease, List.of(RecordStore.class, InstantSource.class), Map.of());
    }

    @Override
    protected void wipe(String namespace) throws SQLException {
        SERVER.execute("DELETE FROM distid_worker WHERE namespace = '" + namespace + "'");
    }

    @Override
    protected void forget(String namespace, int workerId) throws SQLException {
        SERVER.execute("DELETE FROM distid_worker WHERE namespace = '" + namespace + "' AND worker_id = " + workerId);
    }

    @Override
    protected void setBack(String namespace, int workerId, long bound) throws SQLException {
        // A row of before has the token of before, too.
        SERVER.execute("UPDATE distid_worker SET token = 'earlier', bound_until = " + bound + " WHERE namespace = '"
                + namespace + "' AND worker_id = " + workerId);
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                ContractServer.missingTable("bound_until " + Product.BIGINT),
                ContractServer.wrongPassword(),
                ContractServer.noServer());
    }
}
