package io.distid.db;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.worker.FileWorkerIds;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code worker=mysql-register}: a node registers its address in a table once, takes the row's number as its worker id, and
 * keeps it in a local file together with the bound of its ticks.
 *
 * <p>The simple form: the database is needed for a node's first start only, and numbers are never used again. A node without a
 * disk that lasts takes a new one at each start and so uses up the range; such nodes should take {@code worker=mysql}. The
 * first number is 1, so worker id 0 is never granted.
 */
public final class MySqlRegisterProvider implements WorkerIdsProvider {
    private static final List<ConfigKey> KEYS = List.of(
            MySqlKeys.URL,
            MySqlKeys.USER,
            MySqlKeys.PASSWORD,
            MySqlKeys.table("distid_node"),
            MySqlKeys.CREATE_TABLE,
            ConfigKey.text("file", null, "where this node keeps its number; on a disk that outlives the process"),
            ConfigKey.matching(
                    "address", ".{1,255}", null, "what the node is registered as; default: its host and process id"),
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
        Path file;
        try {
            file = Path.of(config.text("file")).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw config.invalid("file", "a file name: " + e.getReason());
        }
        config.text("url");
        return new FileWorkerIds(file, request -> {
            try (RegisteredNumbers numbers = new RegisteredNumbers(config)) {
                return numbers.register(request, config.has("address") ? config.text("address") : request.holder());
            }
        });
    }
}
