package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Await;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Several real servers with the same data, under one leader. Each can be killed, paused and restarted, as every {@link RealServer}. Each can
 * also be cut from the others or from its clients.
 *
 * <p>All are processes of this machine, whatever endpoint or Docker there is. The addresses for clients lead through a {@link LossyLink} to
 * each server, and so do the servers' addresses for each other. The {@link RealServer#port()} of a {@link #members() member} leads past the
 * link, so that a test can reach a server that is cut off. A cut resets connections and refuses new ones. It does not keep dead connections
 * open. It needs Linux, and throws {@code UnsupportedOperationException} on another system.
 *
 * <p>What starts one throws {@link io.distid.testservers.process.ServerUnavailableException} if none can be had. As with a single server,
 * nothing outlives the JVM. For use by one thread at a time; the members are as safe as single servers.
 *
 * @param <S> the kind of server
 */
public abstract sealed class Ensemble<S extends RealServer> implements AutoCloseable
        permits EtcdCluster, RedisCluster, RedisSentinelSet, SqlPair, ZooKeeperEnsemble {
    /** A limit far above the time of an election, since the machine may stand still for seconds, several times. */
    static final Duration LIMIT = Duration.ofMinutes(2);

    private final EnsembleNetwork network;
    private final List<S> members;

    Ensemble(EnsembleNetwork network, List<S> members) {
        this.network = network;
        this.members = List.copyOf(members);
    }

    /** A question to servers that may be down. */
    interface Question<T> {
        T ask() throws IOException, SQLException;
    }

    /** Returns the servers that keep the data, in the order of their start, whichever leads now. */
    public final List<S> members() {
        return members;
    }

    /**
     * Waits until one server leads, by what the servers themselves say.
     *
     * @return the master, the source, the leader
     * @throws IllegalStateException if no server or several lead for two minutes
     */
    public final S leader() {
        return await("one of " + describe() + " leads", this::askLeader);
    }

    /**
     * Waits until another server leads, after the old leader was killed, paused or cut off.
     *
     * @param old the server that led
     * @return the new leader
     * @throws IllegalStateException if no server leads within two minutes
     */
    public final S awaitSuccessor(S old) {
        replace(old);
        S next = await(
                "another of " + describe() + " leads than " + old.port(),
                () -> askLeader().filter(leader -> leader != old));
        replaced(next);
        return next;
    }

    /** Kills the leader, waits until another server leads, and returns the killed server, to be restarted. */
    public final S failOver() {
        S old = leader();
        old.kill();
        awaitSuccessor(old);
        return old;
    }

    /**
     * Waits until all servers are up and have the data that the leader has now.
     *
     * @throws IllegalStateException if a server has not caught up within two minutes
     */
    public final void awaitCaughtUp() {
        await("all of " + describe() + " have caught up", () -> hasCaughtUp() ? Optional.of(true) : Optional.empty());
    }

    /** Cuts two servers from each other, in both directions, until {@link #heal()}. */
    public final void cut(S one, S other) {
        network.cut(one, other);
    }

    /** Cuts a server from all others of the ensemble, and from none of its clients, until {@link #heal()}. */
    public final void cutOff(S server) {
        network.cutFromServers(server);
    }

    /** Cuts a server from its clients, and from no other server, until {@link #heal()}. */
    public final void cutFromClients(S server) {
        network.cutFromClients(server);
    }

    /** Ends all cuts. */
    public final void heal() {
        network.heal();
    }

    /** Says in one line what this is: the number of servers, their product and their version. */
    public String describe() {
        return members.size() + " x " + members.get(0).describe();
    }

    /** Returns {@link #describe()}. */
    @Override
    public final String toString() {
        return describe();
    }

    /** Ends all servers, also those that are paused or down, and removes their data. Closing twice does nothing. */
    @Override
    public final void close() {
        network.close();
    }

    /** Whether two servers are cut from each other. */
    final boolean isCut(S one, S other) {
        return network.isCut(one, other);
    }

    /** The leader; empty while no server or several servers say that they lead. */
    abstract Optional<S> askLeader() throws IOException, SQLException;

    /** Whether each server is up and has what the leader has. */
    abstract boolean hasCaughtUp() throws IOException, SQLException;

    /** Starts the replacement of a server, if it does not start by itself. */
    void replace(S old) {}

    /** Undoes {@link #replace}. */
    void replaced(S next) {}

    /** The addresses of links, separated by commas. */
    static String addresses(String prefix, List<LossyLink> links) {
        return links.stream().map(link -> prefix + "127.0.0.1:" + link.port()).collect(Collectors.joining(","));
    }

    /** Waits for an answer; a failed request counts as no answer. */
    static <T> T await(String what, Question<Optional<T>> question) {
        @SuppressWarnings("unchecked")
        T[] found = (T[]) new Object[1];
        Exception[] last = new Exception[1];
        boolean done = Await.until(LIMIT, () -> {
            try {
                question.ask().ifPresent(answer -> found[0] = answer);
            } catch (IOException | SQLException e) {
                last[0] = e;
            }
            return found[0] != null;
        });
        if (!done) {
            throw new IllegalStateException(
                    "not within " + LIMIT.toSeconds() + " s: " + what + (last[0] == null ? "" : ", " + last[0]),
                    last[0]);
        }
        return found[0];
    }
}
