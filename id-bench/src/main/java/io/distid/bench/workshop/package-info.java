/**
 * The workshop: what the authors run. {@code bars} holds ratios that distid has set itself, {@code growth} how cost grows, {@code startup} the first id of a
 * JVM; the commands are here. Nothing that a user runs depends on any of it, which a test checks: {@code IdBench} alone puts both together.
 */
@NullMarked
package io.distid.bench.workshop;

import org.jspecify.annotations.NullMarked;
