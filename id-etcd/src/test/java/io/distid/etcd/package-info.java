/** Tests on real servers of etcd. */
@NullMarked
package io.distid.etcd;

import org.jspecify.annotations.NullMarked;
