/** MySQL: counters, worker ids, segments, locks and tokens. */
module io.distid.db {
    requires transitive io.distid;
    requires transitive io.distid.coordination;
    requires transitive io.distid.jdbc;
    requires transitive java.sql;
    requires static org.jspecify;

    exports io.distid.db;

    provides io.distid.coordination.LockStoreProvider with
            io.distid.db.MySqlLockStoreProvider;
    provides io.distid.coordination.TokenStoreProvider with
            io.distid.db.MySqlTokenStoreProvider;
    provides io.distid.spi.IdGeneratorProvider with
            io.distid.db.MySqlAutoIncrementProvider,
            io.distid.db.MySqlReplaceIntoProvider,
            io.distid.db.MySqlUpdateProvider;
    provides io.distid.spi.SegmentStoreProvider with
            io.distid.db.MySqlSegmentStoreProvider;
    provides io.distid.worker.WorkerIdsProvider with
            io.distid.db.MySqlWorkerIdsProvider,
            io.distid.db.MySqlRegisterProvider;
}
