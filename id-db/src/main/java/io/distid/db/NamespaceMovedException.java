package io.distid.db;

/** A row was taken, and is not granted, since another server may have served the namespace after it was read. Not seen outside this module. */
final class NamespaceMovedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NamespaceMovedException(String namespace) {
        super("namespace \"" + namespace + "\" has moved to another server since it was read");
    }
}
