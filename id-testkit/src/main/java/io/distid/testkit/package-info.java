/**
 * What every strategy, segment store, source of worker ids, lock store and token store must hold to, as abstract JUnit classes.
 *
 * <p>An implementer extends the contract of the thing implemented, names its provider and gives a configuration that works;
 * the tests are inherited and cannot be overridden. The servers that some configurations need are in
 * {@code io.distid.testservers}; {@link io.distid.testkit.ServerAssumptions} skips a test where one cannot be had.
 */
@NullMarked
package io.distid.testkit;

import org.jspecify.annotations.NullMarked;
