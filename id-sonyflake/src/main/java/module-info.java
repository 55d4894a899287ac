/** Sonyflake. */
module io.distid.sonyflake {
    requires transitive io.distid;
    requires static org.jspecify;

    exports io.distid.sonyflake;

    provides io.distid.spi.IdGeneratorProvider with
            io.distid.sonyflake.SonyflakeProvider;
}
