/** What is left of an application after it was redeployed. */
@NullMarked
package io.distid.bench.redeploy;

import org.jspecify.annotations.NullMarked;
