/**
 * The lab: compares strategies on real servers, from the command line.
 *
 * <p>{@link io.distid.bench.Main} reads the command line, a comparison goes through its steps, and the packages beneath do
 * one of them each: {@code subject} says what is measured and where the servers are, {@code check} looks at ids of one process,
 * {@code fleet} at those of several, {@code exposure} at what they tell an outsider, {@code throughput} at speed, {@code solo} at
 * what one process sees, {@code report} writes down what they found, {@code progress} tells how far it has come. They know nothing of each other but that.
 */
@NullMarked
package io.distid.bench;

import org.jspecify.annotations.NullMarked;
