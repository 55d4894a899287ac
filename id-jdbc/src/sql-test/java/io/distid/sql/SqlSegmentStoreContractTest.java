package io.distid.sql;

import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.SegmentStoreContract;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of segment stores on Leaf's table. */
@Order(1)
class SqlSegmentStoreContractTest extends SegmentStoreContract {
    @RegisterExtension
    static final ContractServer SERVER = new ContractServer();

    @BeforeAll
    static void makeTable() throws Exception {
        Servers.createLeafTable(SERVER.database());
    }

    @Override
    protected String store() {
        return Product.NAME;
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return SERVER.configThrough(address, "create", "false");
    }

    @Override
    protected void createTag(String tag, long start, int step) throws Exception {
        SERVER.execute(
                "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + tag + "', " + start + ", " + step + ")");
    }

    @Override
    protected void rollBack(String tag, long to) throws Exception {
        SERVER.execute("UPDATE leaf_alloc SET max_id = " + to + " WHERE biz_tag = '" + tag + "'");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                ContractServer.missingTable("biz_tag varchar(128)"),
                ContractServer.wrongPassword(),
                ContractServer.noServer());
    }
}
