package io.distid.db;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.jdbc.JdbcKeys;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;

/** {@code mysql-update}: ids from a row that is counted up. Stateless: safe for use by any number of threads. */
public final class MySqlUpdateProvider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            MySqlKeys.URL,
            MySqlKeys.table("distid_counters"),
            JdbcKeys.tag("names the row that is counted up"),
            JdbcKeys.column(
                    "tag-column", "name", "the column of tags; it must have a primary or unique key of its own"),
            JdbcKeys.column("value-column", "value", "the column of the last id drawn"),
            ConfigKey.flag(
                    "create", false, "create the table and the tag's row if there is none; for the first start only"),
            ConfigKey.integer("start", 1, Long.MAX_VALUE, 1L, "the first id of a tag that is made"),
            JdbcKeys.poolSize(4),
            JdbcKeys.TIMEOUT,
            JdbcKeys.RETRIES);

    /** For ServiceLoader. */
    public MySqlUpdateProvider() {}

    @Override
    public String name() {
        return "mysql-update";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "a row counted up by UPDATE, whose answer has the id; many ids are one statement, too";
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
        return MySqlUpdate.claims(config);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return new MySqlUpdate(config);
    }
}
