package io.distid.postgresql;

import io.distid.jdbc.JdbcKeys;
import io.distid.postgresql.PostgreSqlTable.Column;
import io.distid.spi.IdConfig;
import java.util.List;

/** The columns and keys of each table. */
final class PostgreSqlTables {
    private static final List<String> TEXT = List.of("text", "varchar");
    private static final Column NAMESPACE = text("namespace");

    private PostgreSqlTables() {}

    /** Leaf's own table, in PostgreSQL's types. */
    static PostgreSqlTable segments(IdConfig config) {
        return PostgreSqlTable.of(
                config,
                JdbcKeys.TABLE,
                List.of(
                        new Column("biz_tag", "varchar(128) NOT NULL", TEXT),
                        new Column("max_id", "bigint NOT NULL DEFAULT 1", List.of("int8")),
                        new Column("step", "int NOT NULL", List.of("int4", "int8", "int2"))),
                List.of("biz_tag"),
                "description varchar(256)",
                "update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP");
    }

    /** A row for each worker id. A namespace's header and the count of its rows are two more rows, with columns of their own. */
    static PostgreSqlTable workers(IdConfig config) {
        return PostgreSqlTable.of(
                config,
                JdbcKeys.TABLE,
                List.of(
                        NAMESPACE,
                        new Column("worker_id", "int NOT NULL", List.of("int4", "int8")),
                        text("token"),
                        number("bound_until"),
                        number("stamped"),
                        number("free_from"),
                        text("holder"),
                        text("layout"),
                        number("floor"),
                        text("incarnation"),
                        number("lost"),
                        number("made")),
                List.of("namespace", "worker_id"));
    }

    /** A row for each lock. */
    static PostgreSqlTable locks(IdConfig config) {
        return PostgreSqlTable.of(
                config,
                JdbcKeys.TABLE,
                List.of(
                        text("name"),
                        number("fence"),
                        text("token"),
                        text("process"),
                        number("held_until"),
                        number("lease"),
                        number("wanted"),
                        number("freed")),
                List.of("name"));
    }

    /** A row for each token; the index by time serves the deletion of old rows. */
    static PostgreSqlTable tokens(IdConfig config) {
        return PostgreSqlTable.of(
                        config,
                        JdbcKeys.TABLE,
                        List.of(
                                text("token"),
                                text("state"),
                                text("request"),
                                text("attempt"),
                                number("fence"),
                                number("expires_at"),
                                number("lease"),
                                number("kept_until"),
                                new Column("result", "bytea", List.of("bytea"))),
                        List.of("token"))
                .withIndex("kept_until");
    }

    private static Column text(String name) {
        return new Column(name, "text NOT NULL", TEXT);
    }

    private static Column number(String name) {
        return new Column(name, "bigint NOT NULL", List.of("int8"));
    }
}
