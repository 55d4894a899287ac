package io.distid;

/** The kind of a strategy's ids. Its provider knows it without opening a generator. Immutable. */
public enum IdKind {
    /** Positive 63-bit ids, of a {@link LongIdGenerator}. */
    LONG,
    /** UUIDs (RFC 9562), of a {@link UuidGenerator}. */
    UUID
}
