package io.distid.coordination;

/**
 * What became of the calls that asked for locks or tokens, since they were opened. Immutable.
 *
 * @param succeeded how many the store answered, whatever it said
 * @param failed how many ended with an {@link io.distid.IdException}
 * @param failing whether the last one did
 * @param closed whether the locks or tokens are closed
 */
public record CallStats(long succeeded, long failed, boolean failing, boolean closed) {}
