/** The smallest strategies and stores that keep a contract, each with ways to break it on purpose. */
@NullMarked
package io.distid.testkit.tiny;

import org.jspecify.annotations.NullMarked;
