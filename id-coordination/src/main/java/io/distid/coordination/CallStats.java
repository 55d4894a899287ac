package io.distid.coordination;

/**
 * Counts of the calls that asked for locks or tokens since the opening. Immutable.
 *
 * @param succeeded how many the store answered, whatever the answer
 * @param failed how many ended with an {@link io.distid.IdException}
 * @param failing whether the last call failed
 * @param closed whether the locks or tokens are closed
 */
public record CallStats(long succeeded, long failed, boolean failing, boolean closed) {}
