package io.distid.internal.worker;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * {@code worker=file}: the operator gives each node its id, and a file on the node's own disk keeps how far its ticks are
 * reserved. So a clock set back while the process is down repeats nothing.
 *
 * <p>The file must be on a disk that outlives the process (in a container, a volume), and one node must use it. A lock excludes a second process of
 * this machine, but cannot detect a copy of the file. Stateless: safe for use by any number of threads.
 */
public final class FileWorkerIdsProvider implements WorkerIdsProvider {
    /** For ServiceLoader. */
    public FileWorkerIdsProvider() {}

    @Override
    public String name() {
        return "file";
    }

    @Override
    public String summary() {
        return "the id that the configuration gives, with the bound of ticks kept in a local file";
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public boolean needsFile() {
        return true;
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.text("file", null, "the file; its directory must exist and be writable"),
                ConfigKey.integer(
                        "id",
                        0,
                        Integer.MAX_VALUE,
                        null,
                        "this node's worker id, given to no other; needed to create the file, unless the strategy derives one"),
                ConfigKey.flag(
                        "file-create",
                        false,
                        "make the file if it is missing; for the first start only, which waits for twice the reservation"));
    }

    @Override
    public WorkerIds open(IdConfig config) {
        Path path = config.file("file");
        OptionalLong id = config.has("id") ? OptionalLong.of(config.integer("id")) : OptionalLong.empty();
        return new FileWorkerIds(DurableFile.of(path), id, config.flag("file-create"));
    }
}
