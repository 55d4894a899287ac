package io.distid.internal.worker;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

/**
 * {@code worker=fixed}: the id that the operator gives. The operator guarantees that no other node has it. Stateless: safe for
 * use by any number of threads.
 */
public final class FixedWorkerIdsProvider implements WorkerIdsProvider {
    /** For ServiceLoader. */
    public FixedWorkerIdsProvider() {}

    @Override
    public String name() {
        return "fixed";
    }

    @Override
    public String summary() {
        return "the id that the configuration gives; nothing checks that it is free";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.integer("id", 0, Integer.MAX_VALUE, null, "this node's worker id, given to no other node"));
    }

    @Override
    public WorkerIds open(IdConfig config) {
        return new DerivedWorkerIds(config.integer("id"), "key " + config.fullName("id"));
    }
}
