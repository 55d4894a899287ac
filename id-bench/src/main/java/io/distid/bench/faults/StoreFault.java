package io.distid.bench.faults;

import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.subject.ServerKind;
import org.jspecify.annotations.Nullable;

/** A fault of the server that issues or bounds ids, or of the network before it. */
interface StoreFault extends Fault {
    /** The mark that the server must keep through the fault. */
    long OLD = 1;

    /** The mark of a later acknowledged write. */
    long NEW = 2;

    @Override
    default ServerSetup setup(FaultSubject subject) {
        return ServerSetup.OWN;
    }

    @Override
    default @Nullable String whyInapplicable(FaultSubject subject) {
        ServerKind server = subject.subject().server();
        if (server == null) {
            return "it asks no server";
        }
        return server == ServerKind.REDIS_WITH_REPLICA ? "its store is two servers" : null;
    }
}
