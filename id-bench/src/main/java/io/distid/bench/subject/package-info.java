/**
 * The catalogue of subjects: strategies, their option sets and peers, the settings of their nodes, and the servers they
 * need. Peers have no providers.
 */
@NullMarked
package io.distid.bench.subject;

import org.jspecify.annotations.NullMarked;
