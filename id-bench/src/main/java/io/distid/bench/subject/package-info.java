/**
 * What is measured: strategies, how their nodes are configured, and the servers they need.
 */
@NullMarked
package io.distid.bench.subject;

import org.jspecify.annotations.NullMarked;
