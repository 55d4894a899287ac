package io.distid.db;

import io.distid.coordination.LockStore;
import io.distid.coordination.TokenStore;
import io.distid.db.Table.Column;
import io.distid.spi.IdConfig;
import java.util.List;

/** The columns and keys of each table. */
final class TableDefinitions {
    private static final List<String> COUNTER = List.of("BIGINT", "BIGINT UNSIGNED");
    private static final List<String> TEXT = List.of("VARCHAR", "CHAR");
    private static final String ASCII = " CHARACTER SET ascii COLLATE ascii_bin NOT NULL";
    private static final Column ID = counter("id");
    private static final Column NAMESPACE = new Column("namespace", "VARCHAR(64)" + ASCII, TEXT, 64);
    private static final Column LAYOUT = text("layout", "VARCHAR(255) NOT NULL", 255);
    private static final Column TOKEN = text("token", "VARCHAR(64)" + ASCII + " DEFAULT ''", 64);

    private TableDefinitions() {}

    static Table autoIncrement(IdConfig config) {
        Table table = Table.of(config, List.of(ID), List.of("id"));
        return config.flag("clean") ? table.withRowsDeleted() : table;
    }

    /**
     * Flickr's table has the id as primary key, and the name as a unique key. There, on InnoDB, REPLACE deletes one row and
     * inserts another. It locks gaps of two indexes in turn, so two such statements deadlock. Here the name is the primary key
     * and the only unique key: InnoDB then updates the one row in place, under the lock of that row. The id needs an index to
     * count by, but not a unique one.
     */
    static Table tickets(IdConfig config) {
        String id = config.text("id-column");
        String tag = config.text("tag-column");
        // Batches replace rows with the names /1 to /1000.
        Column tags =
                text(tag, "VARCHAR(128)" + ASCII, Math.max(5, config.text("tag").length()));
        return Table.of(config, List.of(tags, counter(id)), List.of(tag), "KEY (" + id + ")");
    }

    /** A row for each tag, with the last number that was granted. */
    static Table counters(IdConfig config) {
        String tag = config.text("tag-column");
        return Table.of(
                config,
                List.of(
                        text(tag, "VARCHAR(128)" + ASCII, config.text("tag").length()),
                        new Column(config.text("value-column"), "BIGINT NOT NULL", COUNTER, 0)),
                List.of(tag));
    }

    /** Leaf's own table, whose tags may be longer or shorter. */
    static Table segments(IdConfig config) {
        return Table.of(
                config,
                List.of(
                        new Column("biz_tag", "varchar(128) NOT NULL DEFAULT ''", List.of(), 1),
                        new Column("max_id", "bigint(20) NOT NULL DEFAULT '1'", COUNTER, 0),
                        new Column("step", "int(11) NOT NULL", List.of(), 0)),
                List.of("biz_tag"),
                "description varchar(256) DEFAULT NULL",
                "update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP");
    }

    /** A row for each worker id, in the table that a setting names. A namespace's header and the count of its rows are two more rows, with columns of their own. */
    static Table workers(IdConfig config, String setting) {
        return Table.named(
                setting,
                config,
                List.of(
                        NAMESPACE,
                        new Column("worker_id", "INT NOT NULL", List.of("INT", "BIGINT"), 0),
                        TOKEN,
                        number("bound_until"),
                        number("stamped"),
                        number("free_from"),
                        text("holder", "VARCHAR(255) CHARACTER SET utf8mb4 NOT NULL", 255),
                        LAYOUT,
                        number("floor"),
                        text("incarnation", "VARCHAR(255) NOT NULL", 255),
                        number("lost"),
                        number("made")),
                List.of("namespace", "worker_id"),
                // A narrow key, so that rows are counted fast.
                "KEY counted (namespace, worker_id)");
    }

    /** A row for each node. */
    static Table nodes(IdConfig config) {
        return Table.of(
                config,
                List.of(ID, NAMESPACE, text("address", "VARCHAR(255) NOT NULL", 255)),
                List.of("id"),
                "registered_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP");
    }

    /** A row for each lock. */
    static Table locks(IdConfig config) {
        return Table.of(
                config,
                List.of(
                        text("name", "VARCHAR(128)" + ASCII, LockStore.LONGEST_NAME),
                        number("fence"),
                        TOKEN,
                        text("process", "VARCHAR(64)" + ASCII, 64),
                        number("held_until"),
                        number("lease"),
                        number("wanted"),
                        number("freed")),
                List.of("name"));
    }

    /** A row for each token; the key by time serves the deletion of old rows. */
    static Table tokens(IdConfig config) {
        return Table.of(
                config,
                List.of(
                        text("token", "VARCHAR(64)" + ASCII, 64),
                        text("state", "VARCHAR(8)" + ASCII, 8),
                        text("request", "VARCHAR(64)" + ASCII, 64),
                        text(
                                "attempt",
                                "VARCHAR(" + TokenStore.LONGEST_ATTEMPT + ")" + ASCII,
                                TokenStore.LONGEST_ATTEMPT),
                        number("fence"),
                        number("expires_at"),
                        number("lease"),
                        number("kept_until"),
                        new Column("result", "MEDIUMBLOB", List.of("MEDIUMBLOB", "LONGBLOB"), 0)),
                List.of("token"),
                "KEY (kept_until)");
    }

    private static Column text(String name, String definition, int length) {
        return new Column(name, definition, TEXT, length);
    }

    private static Column counter(String name) {
        return new Column(name, "BIGINT NOT NULL AUTO_INCREMENT", COUNTER, 0);
    }

    /** The type is signed, since an instant may lie before 1970. */
    private static Column number(String name) {
        return new Column(name, "BIGINT NOT NULL", List.of("BIGINT"), 0);
    }
}
