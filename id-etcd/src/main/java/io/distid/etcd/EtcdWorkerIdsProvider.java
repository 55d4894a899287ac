package io.distid.etcd;

import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

/** {@code etcd} as a source of worker ids. Stateless: safe for use by any number of threads. */
public final class EtcdWorkerIdsProvider implements WorkerIdsProvider {

    /** For {@link java.util.ServiceLoader}. */
    public EtcdWorkerIdsProvider() {}

    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public String summary() {
        return "ids leased from etcd, with a durable bound on ticks";
    }

    @Override
    public String server() {
        return "etcd";
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<ConfigKey> keys() {
        return EtcdKeys.with(
                EtcdKeys.prefix("distid/workers", "the keys begin with {prefix}/{namespace}/"),
                ConfigKey.flag("create", false, "make the namespace if it is missing; for the first start only"),
                LeasedSequencerConfig.MAX_AHEAD);
    }

    @Override
    public WorkerIds open(IdConfig config) {
        return new StoreWorkerIds(
                records(config),
                config.duration("max-ahead"),
                config.flag("create") ? Creation.ALLOWED : Creation.NEVER);
    }

    @Override
    public RecordStore records(IdConfig config) {
        String prefix = config.text("prefix");
        return new EtcdRecordStore(EtcdGateway.connect(config, prefix + "/"), prefix);
    }
}
