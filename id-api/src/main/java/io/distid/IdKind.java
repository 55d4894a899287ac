package io.distid;

/** What a strategy's ids are: known of its provider, without opening it. Immutable. */
public enum IdKind {
    /** Positive 63-bit ids, of a {@link LongIdGenerator}. */
    LONG,
    /** UUIDs (RFC 9562), of a {@link UuidGenerator}. */
    UUID
}
