package io.distid.bench.results;

/**
 * The check of the order of ids. Immutable.
 *
 * @param claimed the {@link io.distid.Ordering} that the strategy claims
 * @param measured the strongest {@link io.distid.Ordering} that holds in the recording
 * @param inversionsPerGenerator ids not greater than one that their generator had returned before the call began
 * @param inversionsAcross ids not greater than one that any generator had returned before the call began
 */
public record Order(String claimed, String measured, long inversionsPerGenerator, long inversionsAcross) {}
