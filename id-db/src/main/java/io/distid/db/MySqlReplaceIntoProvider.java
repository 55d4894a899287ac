package io.distid.db;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.jdbc.JdbcKeys;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;

/** {@code mysql-replace-into}: ids from Flickr's ticket table. Stateless: safe for use by any number of threads. */
public final class MySqlReplaceIntoProvider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            MySqlKeys.URLS,
            MySqlKeys.table("distid_tickets"),
            JdbcKeys.tag("names the row that is replaced"),
            JdbcKeys.column(
                    "tag-column", "name", "the column of tags; it must have a primary or unique key of its own"),
            JdbcKeys.column("id-column", "id", "the AUTO_INCREMENT column"),
            JdbcKeys.CREATE,
            JdbcKeys.poolSize(4),
            JdbcKeys.TIMEOUT,
            JdbcKeys.RETRIES);

    /** For ServiceLoader. */
    public MySqlReplaceIntoProvider() {}

    @Override
    public String name() {
        return "mysql-replace-into";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "Flickr's tickets: one row replaced over and over; several servers by increment and offset";
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
        return new MySqlReplaceInto(config, TableDefinitions.tickets(config));
    }
}
