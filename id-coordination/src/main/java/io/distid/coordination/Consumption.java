package io.distid.coordination;

/** The result of consuming a token. Immutable. */
public enum Consumption {
    /** This call consumed the token, and no other call gets this answer. */
    ACCEPTED,
    /** It was consumed or completed before. */
    CONSUMED,
    /** Somebody began to use it, and the deadline has not passed. The token may be free again after that. */
    IN_PROGRESS,
    /** It was never issued here, or was forgotten after its time. */
    UNKNOWN,
    /** It was issued here and not used in time. */
    EXPIRED,
    /** It belongs to another request, for which it was issued or first used. */
    FOREIGN
}
