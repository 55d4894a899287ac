/** An application that names what it compiles against: strategies and stores that it opens by name are bound by their services. */
module user {
    requires io.distid.snowflake;
    requires io.distid.coordination;
    // Brings java.sql.
    requires io.distid.db;
}
