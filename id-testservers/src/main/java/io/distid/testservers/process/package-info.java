/** Processes of this machine: servers as children with a guard, their directories and disks, and their pauses. */
@NullMarked
package io.distid.testservers.process;

import org.jspecify.annotations.NullMarked;
