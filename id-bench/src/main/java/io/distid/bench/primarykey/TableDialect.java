package io.distid.bench.primarykey;

import io.distid.testservers.MySqlServer;
import io.distid.testservers.SqlServer;
import java.util.List;

/**
 * The statements that create, flush and measure tables on each kind of server. Immutable.
 *
 * @param plainType the type of a key that the server generates
 * @param uuidBegins stands before the hexadecimal digits of a UUID; a quote ends them
 * @param payload the type of the payload, and the end of the statement
 * @param size queries of the table's size: the first that is answered counts
 * @param flush statements that write all pages of a table
 * @param pagesWritten a query whose second column is the number of pages written
 */
record TableDialect(
        String plainType,
        String uuidType,
        String uuidBegins,
        String payload,
        String bufferPool,
        List<String> size,
        List<String> flush,
        String pagesWritten) {
    /** Rows are the leaf pages of the primary key's index. An account that may not see them gets the extents that a table has reserved: up to a MiB more. */
    static final TableDialect INNODB = new TableDialect(
            "BIGINT AUTO_INCREMENT",
            "BINARY(16)",
            "X'",
            "BINARY(100) NOT NULL) ENGINE=InnoDB ROW_FORMAT=DYNAMIC",
            "SELECT @@innodb_buffer_pool_size",
            List.of(
                    "SELECT stat_value * @@innodb_page_size FROM mysql.innodb_index_stats WHERE database_name = DATABASE()"
                            + " AND table_name = '%s' AND index_name = 'PRIMARY' AND stat_name = 'n_leaf_pages'",
                    "SELECT DATA_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '%s'"),
            List.of("FLUSH TABLES %s FOR EXPORT", "UNLOCK TABLES"),
            "SHOW GLOBAL STATUS LIKE 'Innodb_pages_written'");
    /** Rows are a heap, and the primary key is a B-tree beside it: both count. A second checkpoint begins once the writes of the first are counted. */
    static final TableDialect POSTGRESQL = new TableDialect(
            "BIGINT GENERATED ALWAYS AS IDENTITY",
            "UUID",
            "'",
            "CHAR(100) NOT NULL)",
            "SELECT pg_size_bytes(current_setting('shared_buffers'))",
            List.of("SELECT pg_total_relation_size('%s')"),
            List.of("CHECKPOINT", "CHECKPOINT"),
            "SELECT 'pages', sum(writes) FROM pg_stat_io WHERE object = 'relation'");

    static TableDialect of(SqlServer server) {
        return server instanceof MySqlServer ? INNODB : POSTGRESQL;
    }
}
