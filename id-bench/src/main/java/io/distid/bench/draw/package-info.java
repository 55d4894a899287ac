/**
 * Draws the ids of one node into a file that can be carried to another host: {@code verify} reads it with those of other nodes, and so does
 * whatever reads CSV.
 */
@NullMarked
package io.distid.bench.draw;

import org.jspecify.annotations.NullMarked;
