/** What the lease protocol and worker ids without a server have in common. For modules of distid alone. */
@NullMarked
package io.distid.internal.lease;

import org.jspecify.annotations.NullMarked;
