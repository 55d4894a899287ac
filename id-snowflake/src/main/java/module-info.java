/** Snowflake. */
module io.distid.snowflake {
    requires transitive io.distid;
    requires static org.jspecify;

    exports io.distid.snowflake;

    provides io.distid.spi.IdGeneratorProvider with
            io.distid.snowflake.SnowflakeProvider;
}
