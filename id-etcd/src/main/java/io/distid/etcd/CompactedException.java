package io.distid.etcd;

/** What was to be read is of a revision that etcd has compacted meanwhile. */
final class CompactedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CompactedException(String message) {
        super(message);
    }
}
