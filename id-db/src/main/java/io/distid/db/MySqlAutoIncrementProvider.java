package io.distid.db;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.jdbc.JdbcKeys;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;

/** {@code mysql-auto-increment}: ids from an AUTO_INCREMENT column. Stateless: safe for use by any number of threads. */
public final class MySqlAutoIncrementProvider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            MySqlKeys.URLS,
            MySqlKeys.table("distid_auto_increment"),
            ConfigKey.flag("clean", true, "delete used rows in the background; needs the DELETE privilege"),
            JdbcKeys.CREATE,
            JdbcKeys.poolSize(8),
            JdbcKeys.TIMEOUT,
            JdbcKeys.RETRIES);

    /** For ServiceLoader. */
    public MySqlAutoIncrementProvider() {}

    @Override
    public String name() {
        return "mysql-auto-increment";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "a row of an AUTO_INCREMENT column for each id; with one server, in order for all";
    }

    @Override
    public String server() {
        return "mysql";
    }

    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return Tickets.expected(config);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return new MySqlAutoIncrement(config, TableDefinitions.autoIncrement(config));
    }
}
