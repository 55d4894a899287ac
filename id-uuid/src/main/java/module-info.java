/** UUIDs of the versions 1, 4, 6 and 7. */
module io.distid.uuid {
    requires transitive io.distid;
    requires static org.jspecify;

    exports io.distid.uuid;

    provides io.distid.spi.IdGeneratorProvider with
            io.distid.uuid.UlidProvider,
            io.distid.uuid.UuidV1Provider,
            io.distid.uuid.UuidV4Provider,
            io.distid.uuid.UuidV6Provider,
            io.distid.uuid.UuidV7Provider;
}
