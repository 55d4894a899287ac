package io.distid.bench.faults;

import io.distid.bench.subject.ServerKind;
import org.jspecify.annotations.Nullable;

/** A fault of the one server that ids come from or are bounded by, or of the network before it. */
interface StoreFault extends Fault {
    /** What the server holds before, and beyond what it is to lose. */
    long OLD = 1;

    /** What it holds when it has acknowledged more. */
    long NEW = 2;

    @Override
    default ServerSetup setup(FaultSubject subject) {
        return ServerSetup.OWN;
    }

    @Override
    default @Nullable String senseless(FaultSubject subject) {
        ServerKind server = subject.subject().server();
        if (server == null) {
            return "it asks no server";
        }
        return server == ServerKind.REDIS_WITH_REPLICA ? "its store is two servers" : null;
    }
}
