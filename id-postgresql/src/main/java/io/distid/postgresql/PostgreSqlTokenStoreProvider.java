package io.distid.postgresql;

import io.distid.coordination.TokenStore;
import io.distid.coordination.TokenStoreProvider;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.TableTokenStore;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** {@code postgresql} as a store of tokens: one row for each token. Stateless: safe for use by any number of threads. */
public final class PostgreSqlTokenStoreProvider implements TokenStoreProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            PostgreSqlKeys.URL,
            PostgreSqlKeys.table("distid_token"),
            JdbcKeys.CREATE,
            ConfigKey.flag("clean", true, "delete rows that are kept no longer"),
            JdbcKeys.poolSize(8),
            JdbcKeys.RETRIES,
            JdbcKeys.TIMEOUT);

    /** For ServiceLoader. */
    public PostgreSqlTokenStoreProvider() {}

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String summary() {
        return "tokens in a table; as durable as the server's commits";
    }

    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    @Override
    public String server() {
        return "postgresql";
    }

    @Override
    public TokenStore open(IdConfig config) {
        return new TableTokenStore(
                PostgreSql.DIALECT, config, PostgreSqlTables.tokens(config).preparing(config));
    }
}
