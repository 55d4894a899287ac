/** What the servers are made of: child processes that end with this JVM, unpacked programs, free ports and temporary directories. */
@NullMarked
package io.distid.testservers.process;

import org.jspecify.annotations.NullMarked;
