/**
 * Writes the ids of one node into a file that can be copied to another host. The command {@code verify} reads the files
 * of several nodes. Other programs can read a file as CSV.
 */
@NullMarked
package io.distid.bench.draw;

import org.jspecify.annotations.NullMarked;
