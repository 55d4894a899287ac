/**
 * The common part of the stores on MySQL and on PostgreSQL, without a driver. It is for modules of distid alone, and may change in any
 * version.
 */
@SuppressWarnings("module")
module io.distid.jdbc {
    requires transitive io.distid;
    requires transitive io.distid.coordination;
    requires transitive java.sql;
    requires java.logging;
    requires com.zaxxer.hikari;
    requires static org.jspecify;

    exports io.distid.jdbc to
            io.distid.db,
            io.distid.postgresql;
}
