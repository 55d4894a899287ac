/** Tests of the meters, on generators that tell what a test says, and on real ones. */
@NullMarked
package io.distid.micrometer;

import org.jspecify.annotations.NullMarked;
