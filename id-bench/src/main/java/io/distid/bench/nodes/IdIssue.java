package io.distid.bench.nodes;

/**
 * One of the times that an id was given out. Immutable.
 *
 * @param id as text
 * @param file whose
 * @param index of the call, from 0
 * @param returned when the call had returned, by {@code System.nanoTime()}
 */
public record IdIssue(String id, ThreadFile file, long index, long returned) {}
