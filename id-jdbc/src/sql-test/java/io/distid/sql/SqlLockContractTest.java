package io.distid.sql;

import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.FencedLockContract;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("slow")
class SqlLockContractTest extends FencedLockContract {
    @RegisterExtension
    static final ContractServer SERVER = new ContractServer();

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
        return SERVER.configThrough(address);
    }

    @Override
    protected void loseRecord(String lock) throws Exception {
        SERVER.execute("DELETE FROM distid_lock WHERE name = '" + lock + "'");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                ContractServer.missingTable("held_until " + Product.BIGINT + " NOT NULL"),
                ContractServer.wrongPassword());
    }
}
