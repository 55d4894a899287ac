/** Locks with fencing numbers and idempotency tokens: the ports, and what is the same on all stores. */
module io.distid.coordination {
    requires transitive io.distid;
    requires static org.jspecify;

    exports io.distid.coordination;

    uses io.distid.coordination.LockStoreProvider;
    uses io.distid.coordination.TokenStoreProvider;
}
