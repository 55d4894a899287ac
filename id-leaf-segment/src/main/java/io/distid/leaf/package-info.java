/**
 * Leaf segments: dense ids from ranges that a {@link io.distid.spi.SegmentStore} grants.
 *
 * <p>{@link io.distid.leaf.LeafSegments} is one object for any number of tags; the strategy {@code leaf-segment} is one
 * tag of it. Nothing here knows what is behind the store.
 *
 * @see <a href="https://tech.meituan.com/2017/04/21/mt-leaf.html">Leaf, Meituan's ID service</a>
 */
@NullMarked
package io.distid.leaf;

import org.jspecify.annotations.NullMarked;
