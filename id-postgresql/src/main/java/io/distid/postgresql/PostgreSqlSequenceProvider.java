package io.distid.postgresql;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.jdbc.JdbcKeys;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;

/** {@code postgresql-sequence}: ids from a sequence. Stateless: safe for use by any number of threads. */
public final class PostgreSqlSequenceProvider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = JdbcKeys.with(
            PostgreSqlKeys.URLS,
            PostgreSqlKeys.name("sequence", "distid_sequence", "the sequence, with or without its schema"),
            ConfigKey.integer(
                    "batch",
                    1,
                    1_000_000,
                    1L,
                    "how many ids a round trip draws: what the sequence counts by, times the number of servers"),
            ConfigKey.flag("create", false, "create the sequence if there is none; for the first start only"),
            ConfigKey.integer("start", 1, Long.MAX_VALUE / 2, 1L, "the first id of a sequence that is made"),
            JdbcKeys.poolSize(4),
            JdbcKeys.TIMEOUT,
            JdbcKeys.RETRIES);

    /** For ServiceLoader. */
    public PostgreSqlSequenceProvider() {}

    @Override
    public String name() {
        return "postgresql-sequence";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "nextval of a sequence; with batch, many ids by one round trip";
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
    public IdTraits traits(IdConfig config) {
        return PostgreSqlSequence.claims(config);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return new PostgreSqlSequence(config);
    }
}
