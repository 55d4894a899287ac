/**
 * Real servers for tests and for the lab: MySQL, PostgreSQL, Redis, ZooKeeper and etcd. They can be stopped, killed, paused and restarted.
 *
 * <p>Tests use {@link io.distid.testservers.MySqlServer}, {@link io.distid.testservers.PostgreSqlServer}, {@link io.distid.testservers.RedisServer},
 * {@link io.distid.testservers.ZooKeeperServer} and {@link io.distid.testservers.EtcdServer}. Each takes the endpoint of a system property, Docker, or an embedded
 * server, in this order. An {@link io.distid.testservers.Ensemble} is several servers with the same data. Needs neither id-api nor a test
 * library. Nothing happens when a class is loaded: processes and hooks begin with {@code start()} or {@code shared()}.
 */
@NullMarked
package io.distid.testservers;

import org.jspecify.annotations.NullMarked;
