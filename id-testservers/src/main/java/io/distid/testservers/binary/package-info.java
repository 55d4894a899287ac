/** Programs of embedded servers, from jars, the {@code PATH} and Debian packages, and a cache of unpacked ones. */
@NullMarked
package io.distid.testservers.binary;

import org.jspecify.annotations.NullMarked;
