/**
 * The catalogue of what is measured: strategies, their option sets, and peers, how the nodes of each are configured, and the
 * servers they need. No provider names the peers.
 */
@NullMarked
package io.distid.bench.subject;

import org.jspecify.annotations.NullMarked;
