package io.distid.etcd;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.List;

/** {@code etcd} as a segment store: a counter and a step for each tag. Stateless: safe for use by any number of threads. */
public final class EtcdSegmentStoreProvider implements SegmentStoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public EtcdSegmentStoreProvider() {}

    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public String summary() {
        return "segments from counters in etcd, one transaction per segment";
    }

    @Override
    public String server() {
        return "etcd";
    }

    @Override
    public List<ConfigKey> keys() {
        return EtcdKeys.with(
                EtcdKeys.prefix(
                        "distid/segments",
                        "key {prefix}/max/{tag} holds the last id granted, {prefix}/step/{tag} the step"),
                ConfigKey.flag("create", false, "make tags that are missing; for their first use only"),
                ConfigKey.integer("start", 1, Long.MAX_VALUE - 1, 1L, "the first id of a tag that is made"),
                ConfigKey.integer("step", 1, 1L << 53, 1_000L, "the step of a tag that is made"));
    }

    @Override
    public SegmentStore open(IdConfig config) {
        return new EtcdSegmentStore(EtcdGateway.connect(config, config.text("prefix") + "/max/"), config);
    }
}
