/**
 * Real servers for tests and for the lab: MySQL, Redis and ZooKeeper, that can be stopped, killed, paused and restarted.
 *
 * <p>{@link io.distid.testkit.server.MySqlServer}, {@link io.distid.testkit.server.RedisServer} and
 * {@link io.distid.testkit.server.ZooKeeperServer} are what tests use; each takes an endpoint named by a system property,
 * Docker, or an embedded server, in this order. {@link io.distid.testkit.server.ServerAssumptions} is the one class that
 * needs JUnit. Nothing happens when a class is loaded: processes and hooks begin with {@code start()} or {@code shared()}.
 */
@NullMarked
package io.distid.testkit.server;

import org.jspecify.annotations.NullMarked;
