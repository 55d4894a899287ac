package io.distid.bench.documents;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.testservers.Database;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.PostgreSqlServer;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.testservers.ZooKeeperServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Real stores in the place of those that a document names, each started when it is first asked for. */
final class Stores implements AutoCloseable {
    static final String TIMEOUT = "30s";

    private static final List<String> PORTS = List.of("worker.", "check.", "store.");

    private final Path folder;
    private RedisServer redis;

    Stores(Path folder) {
        this.folder = folder;
    }

    /**
     * A strategy's settings with addresses that can be reached, files in a folder of the test, a namespace that no other test has,
     * and reservations that make a first start short.
     */
    Map<String, String> reachable(String strategy, Map<String, String> written) {
        Map<String, String> settings = new TreeMap<>(written);
        for (String port : PORTS) {
            String store = settings.get(port.substring(0, port.length() - 1));
            if (store != null) {
                settings.putAll(address(store, port));
            }
        }
        if (strategy.startsWith("mysql-")) {
            settings.putAll(address("mysql", ""));
        } else if (strategy.startsWith("postgresql-")) {
            settings.putAll(address("postgresql", ""));
        } else if (strategy.equals("redis-incr")) {
            settings.putAll(address("redis", ""));
        } else if (strategy.equals("snowflake") || strategy.equals("sonyflake")) {
            settings.put("reservation", "1s");
            settings.merge("namespace", UUID.randomUUID().toString(), (name, suffix) -> name + "-" + suffix);
        }
        if (strategy.equals("sonyflake")) {
            // In place of the host's address, of which there may be none or several.
            settings.putAll(Map.of("worker", "fixed", "worker.id", "515"));
        }
        return settings;
    }

    /** The address of a Redis that keeps what it acknowledges. */
    String redis() {
        if (redis == null) {
            redis = orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.withAppendOnly("always")));
        }
        return redis.url();
    }

    @Override
    public void close() {
        if (redis != null) {
            redis.close();
        }
    }

    private Map<String, String> address(String store, String prefix) {
        Map<String, String> address = new TreeMap<>();
        switch (store) {
            case "mysql" -> {
                Database database = orSkip(MySqlServer::shared).createDatabase();
                address.put(prefix + "url", database.url());
                address.put(prefix + "user", database.user());
                address.put(prefix + "password", database.password());
                if (prefix.equals("store.")) {
                    makeTag(database);
                }
            }
            case "postgresql" -> {
                Database database = orSkip(PostgreSqlServer::shared).createDatabase();
                address.put(prefix + "url", database.url());
                address.put(prefix + "user", database.user());
                address.put(prefix + "password", database.password());
            }
            case "redis" -> address.put(prefix + "url", redis());
            case "zookeeper" ->
                address.put(prefix + "connect", orSkip(ZooKeeperServer::shared).connectString());
            case "etcd" ->
                address.put(prefix + "endpoints", orSkip(EtcdServer::shared).endpoints());
            case "file" -> address.put(prefix + "file", folder.resolve("node").toString());
            default -> throw new IllegalArgumentException("no store of these tests: " + store);
        }
        if (!store.equals("file")) {
            // However busy the machine is.
            address.put(prefix + "timeout", TIMEOUT);
        }
        if (!store.equals("file") && !prefix.equals("store.") && !prefix.isEmpty()) {
            address.put(prefix + "max-ahead", "1s");
        }
        return address;
    }

    /** By the statements of docs/choose.md. */
    private static void makeTag(Database database) {
        String statements =
                Page.of("docs", "choose.md").under("leaf-segment").blocks("sql").get(0);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements.strip().split(";")) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(statements, e);
        }
    }
}
