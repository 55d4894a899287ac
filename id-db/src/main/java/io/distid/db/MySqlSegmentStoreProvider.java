package io.distid.db;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.List;

/** Opens Leaf's table as a store of segments. Stateless: safe for use by any number of threads. */
public final class MySqlSegmentStoreProvider implements SegmentStoreProvider {
    private static final List<ConfigKey> KEYS = List.of(
            MySqlKeys.URLS,
            MySqlKeys.USER,
            MySqlKeys.PASSWORD,
            MySqlKeys.DATA_SOURCE,
            MySqlKeys.table("leaf_alloc"),
            MySqlKeys.CREATE,
            ConfigKey.integer(
                    "increment",
                    1,
                    1_024,
                    null,
                    "how many databases there may ever be; default: as many as the url names"),
            ConfigKey.integer(
                    "database-block",
                    1,
                    1L << 40,
                    10_000_000L,
                    "ids in a row that belong to one of several databases; no claim may be larger"),
            MySqlKeys.poolSize(2),
            MySqlKeys.TIMEOUT);

    /** For ServiceLoader. */
    public MySqlSegmentStoreProvider() {}

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "mysql";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "segments from Leaf's own table leaf_alloc, in one database or several";
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    /** {@inheritDoc} */
    @Override
    public long maxSize(IdConfig config) {
        return MySqlSegmentStore.maxSize(config);
    }

    /** {@inheritDoc} */
    @Override
    public SegmentStore open(IdConfig config) {
        return new MySqlSegmentStore(config);
    }
}
