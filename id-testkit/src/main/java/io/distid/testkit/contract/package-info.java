/**
 * The contracts of strategies, segment stores, sources of worker ids, lock stores and token stores, as abstract JUnit classes.
 *
 * <p>An implementer extends the right contract, names the provider and gives a working configuration. The tests are inherited
 * and cannot be overridden.
 */
@NullMarked
package io.distid.testkit.contract;

import org.jspecify.annotations.NullMarked;
