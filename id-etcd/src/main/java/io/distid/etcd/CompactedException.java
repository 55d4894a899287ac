package io.distid.etcd;

/** A read needs a revision that etcd has compacted meanwhile. */
final class CompactedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CompactedException(String message) {
        super(message);
    }
}
