/** PostgreSQL: sequences, worker ids, segments, locks and tokens. */
module io.distid.postgresql {
    requires transitive io.distid;
    requires transitive io.distid.coordination;
    requires transitive io.distid.jdbc;
    requires transitive java.sql;
    requires static org.jspecify;

    exports io.distid.postgresql;

    provides io.distid.coordination.LockStoreProvider with
            io.distid.postgresql.PostgreSqlLockStoreProvider;
    provides io.distid.coordination.TokenStoreProvider with
            io.distid.postgresql.PostgreSqlTokenStoreProvider;
    provides io.distid.spi.IdGeneratorProvider with
            io.distid.postgresql.PostgreSqlSequenceProvider;
    provides io.distid.spi.SegmentStoreProvider with
            io.distid.postgresql.PostgreSqlSegmentStoreProvider;
    provides io.distid.worker.WorkerIdsProvider with
            io.distid.postgresql.PostgreSqlWorkerIdsProvider;
}
