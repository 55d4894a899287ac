/**
 * Tools for tests of strategies and stores: a clock, waits, servers, other processes, outages and a store in memory.
 *
 * <p>If a server is unavailable, {@link io.distid.testkit.ServerAssumptions} skips the test. Contracts are in
 * {@code io.distid.testkit.contract} and {@code io.distid.testkit.fleet}, and servers in {@code io.distid.testservers}.
 */
@NullMarked
package io.distid.testkit;

import org.jspecify.annotations.NullMarked;
