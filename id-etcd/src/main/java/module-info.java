/** etcd: worker ids, segments and locks. */
module io.distid.etcd {
    requires transitive io.distid;
    requires transitive io.distid.coordination;
    requires java.net.http;
    requires tools.jackson.core;
    requires static org.jspecify;

    exports io.distid.etcd;

    provides io.distid.coordination.LockStoreProvider with
            io.distid.etcd.EtcdLockStoreProvider;
    provides io.distid.spi.SegmentStoreProvider with
            io.distid.etcd.EtcdSegmentStoreProvider;
    provides io.distid.worker.WorkerIdsProvider with
            io.distid.etcd.EtcdWorkerIdsProvider;
}
