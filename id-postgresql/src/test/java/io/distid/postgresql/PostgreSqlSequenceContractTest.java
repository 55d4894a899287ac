package io.distid.postgresql;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.Database;
import java.util.List;
import java.util.Map;

class PostgreSqlSequenceContractTest extends LongIdGeneratorContract {
    private final Database database = Servers.shared().createDatabase();

    @Override
    protected String strategy() {
        return "postgresql-sequence";
    }

    @Override
    protected Map<String, String> config(int node) {
        // A draw that waits for a connection while the pool is closed waits that long.
        return Servers.config(database, "timeout", "10s");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        String nowhere = "jdbc:postgresql://127.0.0.1:1/" + database.name();
        return List.of(
                BadConfig.of(
                        "a server that is not there",
                        Map.of("url", nowhere),
                        BackendException.class,
                        strategy(),
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
                        "a missing sequence",
                        Map.of("sequence", "nowhere", "create", "false"),
                        ConfigException.class,
                        "\"sequence\"",
                        "nowhere",
                        "create=true",
                        "CREATE SEQUENCE"),
                BadConfig.of(
                        "a url of another product",
                        Map.of("url", "jdbc:mysql://localhost/x"),
                        ConfigException.class,
                        "\"url\"",
                        "jdbc:postgresql:"),
                BadConfig.of(
                        "a sequence with half a quote in its name",
                        Map.of("sequence", "x\"; DROP"),
                        ConfigException.class,
                        "\"sequence\""));
    }
}
