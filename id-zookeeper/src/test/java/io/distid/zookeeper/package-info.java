/** Tests of this module, on a real server. */
@NullMarked
package io.distid.zookeeper;

import org.jspecify.annotations.NullMarked;
