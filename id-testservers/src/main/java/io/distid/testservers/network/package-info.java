/** Links to servers that lose, delay and refuse, and the ports of 127.0.0.1. */
@NullMarked
package io.distid.testservers.network;

import org.jspecify.annotations.NullMarked;
