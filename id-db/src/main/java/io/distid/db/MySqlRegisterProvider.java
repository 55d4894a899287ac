package io.distid.db;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code worker=mysql-register}: a node registers its address in a table once, takes the row's number as its worker id, and
 * keeps it in a local file together with the bound of its ticks.
 *
 * <p>The simple form: the database is needed for a node's first start only, and as long as it answers it is asked at each renewal
 * whether the number is still this node's. Numbers are never used again. A node without a
 * disk that lasts takes a new one at each start and so uses up the range; such nodes should take {@code worker=mysql}. The
 * first number is 1, so worker id 0 is never granted. Stateless: safe for use by any number of threads.
 */
public final class MySqlRegisterProvider implements WorkerIdsProvider {
    private static final List<ConfigKey> KEYS = List.of(
            MySqlKeys.URL,
            MySqlKeys.USER,
            MySqlKeys.PASSWORD,
            MySqlKeys.DATA_SOURCE,
            MySqlKeys.table("distid_node"),
            MySqlKeys.CREATE,
            ConfigKey.text("file", null, "where this node keeps its number; on a disk that outlives the process"),
            ConfigKey.matching(
                    "address",
                    "(?=.{1,255}$)\\P{Cntrl}*[^\\p{Cntrl}\\s]\\P{Cntrl}*",
                    "1 to 255 characters, not blank and without control characters",
                    null,
                    "what the node is registered as; default: its host and process id"),
            MySqlKeys.MAX_AHEAD,
            MySqlKeys.poolSize(1),
            MySqlKeys.TIMEOUT);

    /** For ServiceLoader. */
    public MySqlRegisterProvider() {}

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "mysql-register";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "a number from a table for each node, kept in a local file and never used again";
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    /** {@inheritDoc} */
    @Override
    public WorkerIds open(IdConfig config) {
        Path file = config.file("file");
        MySqlKeys.url(config);
        return new MySqlRegisterWorkerIds(
                () -> new RegisteredNumbers(config),
                file,
                config.has("address") ? config.text("address") : null,
                config.duration("max-ahead"));
    }
}
