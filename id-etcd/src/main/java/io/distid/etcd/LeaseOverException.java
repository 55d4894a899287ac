package io.distid.etcd;

/** A lease of etcd that a transaction names has ended, so nothing was written. Not seen outside this module. */
final class LeaseOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeaseOverException(String reason) {
        super(reason);
    }
}
