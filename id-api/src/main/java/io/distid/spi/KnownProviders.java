package io.distid.spi;

/**
 * Advice for messages if a provider of distid was not found. Either its module is missing, or its class is there but the file that names it was lost.
 * The latter happens when jars are merged into one.
 */
final class KnownProviders {
    /** Columns: the simple name of the port, the provider's name, its module, its class. */
    static final String TABLE = """
            IdGeneratorProvider leaf-segment id-leaf-segment io.distid.leaf.LeafSegmentProvider
            IdGeneratorProvider mysql-auto-increment id-db io.distid.db.MySqlAutoIncrementProvider
            IdGeneratorProvider mysql-replace-into id-db io.distid.db.MySqlReplaceIntoProvider
            IdGeneratorProvider mysql-update id-db io.distid.db.MySqlUpdateProvider
            IdGeneratorProvider postgresql-sequence id-postgresql io.distid.postgresql.PostgreSqlSequenceProvider
            IdGeneratorProvider redis-incr id-redis io.distid.redis.RedisIncrProvider
            IdGeneratorProvider snowflake id-snowflake io.distid.snowflake.SnowflakeProvider
            IdGeneratorProvider sonyflake id-sonyflake io.distid.sonyflake.SonyflakeProvider
            IdGeneratorProvider ulid id-uuid io.distid.uuid.UlidProvider
            IdGeneratorProvider uuid-v1 id-uuid io.distid.uuid.UuidV1Provider
            IdGeneratorProvider uuid-v4 id-uuid io.distid.uuid.UuidV4Provider
            IdGeneratorProvider uuid-v6 id-uuid io.distid.uuid.UuidV6Provider
            IdGeneratorProvider uuid-v7 id-uuid io.distid.uuid.UuidV7Provider
            LockStoreProvider etcd id-etcd io.distid.etcd.EtcdLockStoreProvider
            LockStoreProvider mysql id-db io.distid.db.MySqlLockStoreProvider
            LockStoreProvider postgresql id-postgresql io.distid.postgresql.PostgreSqlLockStoreProvider
            LockStoreProvider redis id-redis io.distid.redis.RedisLockStoreProvider
            LockStoreProvider zookeeper id-zookeeper io.distid.zookeeper.ZooKeeperLockStoreProvider
            SegmentStoreProvider etcd id-etcd io.distid.etcd.EtcdSegmentStoreProvider
            SegmentStoreProvider mysql id-db io.distid.db.MySqlSegmentStoreProvider
            SegmentStoreProvider postgresql id-postgresql io.distid.postgresql.PostgreSqlSegmentStoreProvider
            SegmentStoreProvider redis id-redis io.distid.redis.RedisSegmentStoreProvider
            TextFormProvider sqids id-sqids io.distid.sqids.SqidsProvider
            TokenStoreProvider mysql id-db io.distid.db.MySqlTokenStoreProvider
            TokenStoreProvider postgresql id-postgresql io.distid.postgresql.PostgreSqlTokenStoreProvider
            TokenStoreProvider redis id-redis io.distid.redis.RedisTokenStoreProvider
            WorkerIdsProvider etcd id-etcd io.distid.etcd.EtcdWorkerIdsProvider
            WorkerIdsProvider mysql id-db io.distid.db.MySqlWorkerIdsProvider
            WorkerIdsProvider mysql-register id-db io.distid.db.MySqlRegisterProvider
            WorkerIdsProvider postgresql id-postgresql io.distid.postgresql.PostgreSqlWorkerIdsProvider
            WorkerIdsProvider redis id-redis io.distid.redis.RedisWorkerIdsProvider
            WorkerIdsProvider redis-set id-redis io.distid.redis.RedisSetWorkerIdsProvider
            WorkerIdsProvider zookeeper id-zookeeper io.distid.zookeeper.ZooKeeperWorkerIdsProvider
            WorkerIdsProvider zookeeper-leaf id-zookeeper io.distid.zookeeper.LeafSnowflakeWorkerIdsProvider
            """;

    private KnownProviders() {}

    /**
     * Advice on a missing provider.
     *
     * @return begins with a semicolon; empty if distid has no provider of that name
     */
    static String advice(Class<?> kind, String name) {
        for (String line : TABLE.split("\n")) {
            String[] words = line.split(" ");
            if (words[0].equals(kind.getSimpleName()) && words[1].equals(name)) {
                return "; "
                        + (isThere(words[3])
                                ? merge(kind, words[3])
                                : "add module " + words[2] + ", which has " + name);
            }
        }
        return "";
    }

    private static String merge(Class<?> kind, String type) {
        return "class " + type + " is there, but no file META-INF/services/" + kind.getName()
                + " names it: merge these files where jars are put into one"
                + " (maven-shade-plugin: <transformer implementation=\"org.apache.maven.plugins.shade.resource.ServicesResourceTransformer\"/>)";
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, KnownProviders.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
