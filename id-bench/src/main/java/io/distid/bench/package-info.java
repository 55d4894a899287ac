/**
 * The lab: compares strategies on real servers, from the command line.
 *
 * <p>{@code cli} reads the command line and prints; {@code lab} runs the stages of a comparison and collects what they find. Each kind
 * of measurement has a package of its own: {@code throughput}, {@code latency}, {@code history}, {@code nodes},
 * {@code predictability}, {@code primarykey}, {@code locks}, {@code entity}, {@code faults}; {@code draw} writes ids to files, {@code verify} checks those of files, {@code decode} reads single ones. They share {@code subject} (what is measured), {@code jvm}
 * (child JVMs), {@code duplicates} (ids sorted and compared) and {@code progress}. {@code results} holds the records that are {@code results.json}, {@code report} renders
 * them, {@code diff} compares two of them.
 *
 * <p>{@code workshop} is what the authors run, and nothing that users run knows it: {@code IdBench} puts both together. Packages depend on each other without a cycle, which a test checks.
 */
@NullMarked
package io.distid.bench;

import org.jspecify.annotations.NullMarked;
