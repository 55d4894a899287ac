package io.distid.etcd;

/** A transaction has more operations than this etcd allows, so nothing was written. Not seen outside this module. */
final class TransactionTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TransactionTooLargeException(String message) {
        super(message);
    }
}
