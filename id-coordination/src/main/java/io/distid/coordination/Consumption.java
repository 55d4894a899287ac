package io.distid.coordination;

/** What became of a use of a token. Immutable. */
public enum Consumption {
    /** The token is consumed by this call, and no other call is told so. */
    ACCEPTED,
    /** It was consumed or completed before. */
    CONSUMED,
    /** Somebody began to use it, and the deadline has not passed: it may be free once more then. */
    IN_PROGRESS,
    /** It was never issued here, or was forgotten after its time. */
    UNKNOWN,
    /** It was issued here, and not used in time. */
    EXPIRED,
    /** It belongs to another request: the one it was issued for, or used with first. */
    FOREIGN
}
