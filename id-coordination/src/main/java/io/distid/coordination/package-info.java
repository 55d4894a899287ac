/**
 * Locks across processes whose grants carry a fencing number, and tokens that one request uses: the ports
 * {@link io.distid.coordination.LockStore} and {@link io.distid.coordination.TokenStore}, and the half of both that is the same on every
 * store.
 *
 * <p>A lease that runs by clocks cannot keep a paused holder from writing after its end. What can is a number that grows with each
 * grant, sent along with each write, and a resource that refuses one lower than the greatest it has seen.
 *
 * @see <a href="https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html">M. Kleppmann: How to do distributed locking,
 *     2016</a>
 */
@NullMarked
package io.distid.coordination;

import org.jspecify.annotations.NullMarked;
