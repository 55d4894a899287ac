/**
 * The commands of the authors. {@code bars} has ratios that distid has set itself, {@code growth} measures how cost
 * grows, {@code startup} the first id of a JVM. {@code Soak} is a fault of many, at random. The commands for users do not depend on it, which a test checks. Only
 * {@code IdBench} knows both.
 */
@NullMarked
package io.distid.bench.workshop;

import org.jspecify.annotations.NullMarked;
