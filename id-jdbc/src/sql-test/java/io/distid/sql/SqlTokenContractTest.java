package io.distid.sql;

import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.IdempotencyTokensContract;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
@Tag("slow")
class SqlTokenContractTest extends IdempotencyTokensContract {
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
    protected void loseRecord(String key) throws Exception {
        SERVER.execute("DELETE FROM distid_token WHERE token = '" + key + "'");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                ContractServer.missingTable("kept_until " + Product.BIGINT + " NOT NULL"),
                ContractServer.wrongPassword());
    }
}
