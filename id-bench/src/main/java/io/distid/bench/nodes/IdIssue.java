package io.distid.bench.nodes;

/**
 * One issue of an id. Immutable.
 *
 * @param id the id as text
 * @param file the file of its thread
 * @param index the number of the call, from 0
 * @param returned when the call had returned, by {@code System.nanoTime()}
 */
public record IdIssue(String id, ThreadFile file, long index, long returned) {}
