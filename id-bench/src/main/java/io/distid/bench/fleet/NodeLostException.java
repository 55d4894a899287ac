package io.distid.bench.fleet;

/** A node's JVM has died or hangs, so that the fleet has to be started anew. */
final class NodeLostException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NodeLostException(String message) {
        super(message);
    }
}
