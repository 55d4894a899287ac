/** Leaf's segments. */
module io.distid.leaf {
    requires transitive io.distid;
    requires static org.jspecify;

    exports io.distid.leaf;

    provides io.distid.spi.IdGeneratorProvider with
            io.distid.leaf.LeafSegmentProvider;
}
