/**
 * Locks across processes whose grants carry a fencing number, and tokens for one use each. The ports are {@link io.distid.coordination.LockStore} and
 * {@link io.distid.coordination.TokenStore}. The rest is the same for every store.
 *
 * <p>A lease that runs by clocks cannot keep a paused holder from writing after its end. A number that grows with each grant can. The holder sends it
 * along with each write, and the resource refuses a number lower than the greatest it has seen.
 *
 * @see <a href="https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html">M. Kleppmann: How to do distributed locking,
 *     2016</a>
 */
@NullMarked
package io.distid.coordination;

import org.jspecify.annotations.NullMarked;
