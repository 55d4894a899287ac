package io.distid.etcd;

/** A transaction has more in it than this etcd allows, so that nothing was written. Not seen outside this module. */
final class TransactionTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TransactionTooLargeException(String message) {
        super(message);
    }
}
