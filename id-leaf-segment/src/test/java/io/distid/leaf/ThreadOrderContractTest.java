package io.distid.leaf;

import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.MySqlServer;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The strategy with ids that increase per thread. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThreadOrderContractTest extends LongIdGeneratorContract {
    private LeafDatabase database;

    @BeforeAll
    void makeTags() {
        database = new LeafDatabase(ServerAssumptions.orSkip(MySqlServer::shared));
        database.put("orders", 1, 2_000);
    }

    @Override
    protected String strategy() {
        return "leaf-segment";
    }

    @Override
    protected Map<String, String> config(int node) {
        Map<String, String> config = database.config("orders");
        config.put("order", "thread");
        config.put("thread-block", "20");
        return config;
    }
}
