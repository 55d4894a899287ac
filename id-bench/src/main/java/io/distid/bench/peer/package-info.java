/** Other libraries as subjects: each peer in a class of its own, and bare clients that send the same requests. */
@NullMarked
package io.distid.bench.peer;

import org.jspecify.annotations.NullMarked;
