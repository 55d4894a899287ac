/**
 * Strategies of ids behind one interface, and worker ids that need no server.
 *
 * <h2>For users</h2>
 *
 * <ul>
 *   <li>{@link io.distid}: opens generators by name; their types, claims, figures and errors
 *   <li>{@link io.distid.text}: forms of an id as text
 *   <li>{@link io.distid.time}: what happens when the clock steps back or a tick is full
 *   <li>{@link io.distid.spi.SharedObjects}: lends an application's objects to settings
 * </ul>
 *
 * <h2>For strategies</h2>
 *
 * <ul>
 *   <li>{@link io.distid.spi.IdGeneratorProvider}, with {@link io.distid.spi.IdConfig} and {@link io.distid.spi.ConfigKey}
 *   <li>{@link io.distid.spi.Providers}: finds the store that a setting names
 *   <li>{@link io.distid.worker.WorkerIds} and its leases
 *   <li>{@link io.distid.text.TextFormProvider}: a form of text
 * </ul>
 *
 * <h2>For stores</h2>
 *
 * <ul>
 *   <li>{@link io.distid.spi.RecordStore}, and {@link io.distid.worker.StoreWorkerIds} over it
 *   <li>{@link io.distid.spi.SegmentStore}
 *   <li>{@link io.distid.worker.WorkerIdsProvider} and {@link io.distid.spi.SegmentStoreProvider}
 * </ul>
 *
 * <p>Packages below {@code io.distid.internal} are for modules of distid alone, and may change in any version.
 */
@SuppressWarnings("module")
module io.distid {
    requires static org.jspecify;

    exports io.distid;
    exports io.distid.spi;
    exports io.distid.text;
    exports io.distid.time;
    exports io.distid.worker;
    exports io.distid.internal to
            io.distid.bench,
            io.distid.coordination,
            io.distid.db,
            io.distid.etcd,
            io.distid.jackson,
            io.distid.jdbc,
            io.distid.leaf,
            io.distid.postgresql,
            io.distid.redis,
            io.distid.snowflake,
            io.distid.spring.boot,
            io.distid.uuid,
            io.distid.zookeeper;
    exports io.distid.internal.lease to
            io.distid.coordination;
    exports io.distid.internal.process to
            io.distid.coordination,
            io.distid.leaf,
            io.distid.postgresql,
            io.distid.redis,
            io.distid.uuid;
    exports io.distid.internal.thread to
            io.distid.coordination,
            io.distid.leaf,
            io.distid.uuid;
    exports io.distid.internal.time to
            io.distid.snowflake,
            io.distid.sonyflake,
            io.distid.testkit,
            io.distid.uuid;
    exports io.distid.internal.worker to
            io.distid.bench,
            io.distid.db,
            io.distid.etcd,
            io.distid.postgresql,
            io.distid.redis,
            io.distid.snowflake,
            io.distid.sonyflake,
            io.distid.testkit,
            io.distid.zookeeper;

    uses io.distid.spi.IdGeneratorProvider;
    uses io.distid.spi.SegmentStoreProvider;
    uses io.distid.text.TextFormProvider;
    uses io.distid.worker.WorkerIdsProvider;

    provides io.distid.text.TextFormProvider with
            io.distid.text.OpaqueProvider,
            io.distid.text.TypeIdProvider,
            io.distid.text.TypedProvider;
    provides io.distid.worker.WorkerIdsProvider with
            io.distid.internal.worker.FixedWorkerIdsProvider,
            io.distid.internal.worker.HostnameWorkerIdsProvider,
            io.distid.internal.worker.IpWorkerIdsProvider,
            io.distid.internal.worker.FileWorkerIdsProvider;
}
