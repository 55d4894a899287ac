package io.distid.sql;

import io.distid.testkit.fleet.IdempotencyTokensFleetContract;
import io.distid.testservers.Database;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

@Order(2)
@Tag("slow")
class SqlTokenFleetTest extends IdempotencyTokensFleetContract {
    private Database database;

    @BeforeEach
    void createDatabase() {
        database = Servers.shared().createDatabase();
    }

    @Override
    protected String store() {
        return Product.NAME;
    }

    @Override
    protected Map<String, String> config() {
        return Servers.config(database);
    }
}
