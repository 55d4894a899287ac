package io.distid.sql;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.Database;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;

/** The contract as the strategies of a database meet it, on one server that all nodes share. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SqlStrategyContract extends LongIdGeneratorContract {
    private final Database database = Servers.shared().createDatabase();
    private final String strategy;
    private final String kind;

    /**
     * Creates the database of the contract.
     *
     * @param kind what the strategy draws from, which is the key that names it: {@code table} or {@code sequence}
     */
    protected SqlStrategyContract(String strategy, String kind) {
        this.strategy = strategy;
        this.kind = kind;
    }

    @Override
    protected final String strategy() {
        return strategy;
    }

    protected final Database database() {
        return database;
    }

    @Override
    protected Map<String, String> config(int node) {
        // A draw that waits for a connection while the pool is closed waits that long.
        return Servers.config(database, "timeout", "10s");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        String nowhere = Product.URL + "127.0.0.1:1/" + database.name();
        String key = "\"" + kind + "\"";
        return List.of(
                BadConfig.of(
                        "a server that is not there",
                        Map.of("url", nowhere),
                        BackendException.class,
                        strategy,
                        nowhere,
                        "\"url\"",
                        "refused"),
                BadConfig.of(
                        "a database that is not there",
                        Map.of("url", Servers.shared().jdbcUrl("distid_nowhere")),
                        BackendException.class,
                        "distid_nowhere",
                        "\"url\""),
                BadConfig.of(
                        "a wrong password",
                        Map.of("password", "not-this-one"),
                        BackendException.class,
                        database.user(),
                        "\"password\""),
                BadConfig.of(
                        "nothing of that name",
                        Map.of(kind, "nowhere", "create", "false"),
                        ConfigException.class,
                        key,
                        "nowhere",
                        "create=true",
                        "CREATE " + kind.toUpperCase(Locale.ROOT)),
                BadConfig.of(
                        "a url of another product",
                        Map.of("url", "jdbc:h2:mem:x"),
                        ConfigException.class,
                        "\"url\"",
                        Product.URL.substring(0, Product.URL.indexOf("//"))),
                BadConfig.of(
                        "a name that ends a quotation",
                        Map.of(kind, "x` (id) VALUES (1); \" --"),
                        ConfigException.class,
                        key));
    }
}
