/**
 * The lab: compares strategies on real servers, from the command line.
 *
 * <p>{@code cli} reads the command line and prints. {@code lab} runs the stages of a comparison and collects their
 * findings. Each kind of measurement has its own package: {@code throughput}, {@code latency}, {@code history}, {@code
 * nodes}, {@code predictability}, {@code primarykey}, {@code locks}, {@code entity} and {@code faults}. Writing ids to
 * files is in {@code draw}, checking ids of files in {@code verify}, decoding single ids in {@code decode}.
 *
 * <p>Four packages are shared: {@code subject} (what is measured), {@code jvm} (child JVMs), {@code duplicates} (ids
 * sorted and compared) and {@code progress}. The records of {@code results.json} are in {@code results}. They are
 * rendered by {@code report} and compared by {@code diff}.
 *
 * <p>{@code workshop} has the commands of the authors. Only {@code IdBench} refers to it: the commands for users do
 * not. Packages have no cyclic dependencies, which a test checks.
 */
@NullMarked
package io.distid.bench;

import org.jspecify.annotations.NullMarked;
