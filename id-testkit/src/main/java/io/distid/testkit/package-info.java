/**
 * The contracts of strategies, segment stores, sources of worker ids, lock stores and token stores, as abstract JUnit classes.
 *
 * <p>An implementer extends the right contract, names the provider and gives a working configuration. The tests are inherited
 * and cannot be overridden. Servers for these configurations are in {@code io.distid.testservers}. If a server is unavailable,
 * {@link io.distid.testkit.ServerAssumptions} skips the test.
 */
@NullMarked
package io.distid.testkit;

import org.jspecify.annotations.NullMarked;
