/**
 * Real servers for tests and for the lab: MySQL, Redis, ZooKeeper and etcd, that can be stopped, killed, paused and restarted.
 *
 * <p>{@link io.distid.testservers.MySqlServer}, {@link io.distid.testservers.RedisServer},
 * {@link io.distid.testservers.ZooKeeperServer} and {@link io.distid.testservers.EtcdServer} are what tests use; each takes an endpoint named by a system property,
 * Docker, or an embedded server, in this order. An {@link io.distid.testservers.Ensemble} is several of a kind that keep the same data.
 * {@link io.distid.testservers.LossyLink} loses answers between a server and its
 * client; {@link io.distid.testservers.FakeTimeLibrary} finds what sets the clock of one process.
 * {@link io.distid.testservers.ObjectCopier} copies what a process has in memory. Needs neither id-api nor a test
 * library. Nothing happens when a class is loaded: processes and hooks begin with {@code start()} or {@code shared()}.
 */
@NullMarked
package io.distid.testservers;

import org.jspecify.annotations.NullMarked;
