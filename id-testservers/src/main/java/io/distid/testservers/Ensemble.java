package io.distid.testservers;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Several real servers that keep the same data, and of which one leads: each of them can be killed, paused and restarted, as
 * every {@link RealServer}, and cut from the others or from its clients.
 *
 * <p>All are processes of this machine, whatever endpoint or Docker there is. What clients are given leads through a {@link LossyLink} to each
 * server, and so do the servers' addresses for each other; {@link RealServer#port()} of a {@link #members() member} leads past it, for whoever
 * looks at it while it is cut off. A cut resets connections and refuses new ones; it does not pretend that a connection lives.
 *
 * <p>Nothing of it outlives the JVM, as of a single server. For use by one thread at a time; its members are as safe as single servers.
 *
 * @param <S> the kind of server
 */
public abstract sealed class Ensemble<S extends RealServer> implements AutoCloseable
        permits EtcdCluster, MySqlPair, PostgreSqlPair, RedisCluster, RedisSentinelSet, ZooKeeperEnsemble {
    /** Far longer than an election takes: the machine may stand still for seconds, and again. */
    static final Duration LIMIT = Duration.ofMinutes(2);

    private final EnsembleNetwork network;
    private final List<S> members;

    Ensemble(EnsembleNetwork network, List<S> members) {
        this.network = network;
        this.members = List.copyOf(members);
    }

    /** Asks servers, some of which may be down. */
    interface Question<T> {
        T ask() throws IOException, SQLException;
    }

    /**
     * Returns the servers that keep the data.
     *
     * @return in the order of their start, whichever leads now
     */
    public final List<S> members() {
        return members;
    }

    /**
     * Waits until one server leads, by what the servers themselves say.
     *
     * @return the master, the source, the leader
     * @throws IllegalStateException if none or several do for two minutes
     */
    public final S leader() {
        return await("one of " + describe() + " leads", this::askLeader);
    }

    /**
     * Waits until another server leads than the one that did: after that was killed, paused or cut off.
     *
     * @param old the server that led
     * @return the one that leads now
     * @throws IllegalStateException if none does within two minutes
     */
    public final S awaitSuccessor(S old) {
        replace(old);
        S next = await(
                "another of " + describe() + " leads than " + old.port(),
                () -> askLeader().filter(leader -> leader != old));
        replaced(next);
        return next;
    }

    /**
     * Kills the server that leads, and waits until another one does.
     *
     * @return the one that was killed, to be restarted; {@link #leader()} returns the other
     */
    public final S failOver() {
        S old = leader();
        old.kill();
        awaitSuccessor(old);
        return old;
    }

    /**
     * Waits until all servers are up and have what the one that leads had when this was called.
     *
     * @throws IllegalStateException if one does not within two minutes
     */
    public final void awaitCaughtUp() {
        await("all of " + describe() + " have caught up", () -> hasCaughtUp() ? Optional.of(true) : Optional.empty());
    }

    /**
     * Cuts two servers from each other, in both directions, until {@link #heal()}.
     *
     * @param one a server
     * @param other another one
     * @throws UnsupportedOperationException on another system than Linux
     */
    public final void cut(S one, S other) {
        network.cut(one, other);
    }

    /**
     * Cuts a server from all others of the ensemble, and from none of its clients, until {@link #heal()}.
     *
     * @param server a member
     * @throws UnsupportedOperationException on another system than Linux
     */
    public final void cutOff(S server) {
        network.cutFromServers(server);
    }

    /**
     * Cuts a server from its clients, and from no other server, until {@link #heal()}.
     *
     * @param server a member
     * @throws UnsupportedOperationException on another system than Linux
     */
    public final void cutFromClients(S server) {
        network.cutFromClients(server);
    }

    /** Ends all cuts. */
    public final void heal() {
        network.heal();
    }

    /**
     * Says in one line what this is.
     *
     * @return how many there are of which product and version
     */
    public String describe() {
        return members.size() + " x " + members.get(0).describe();
    }

    /**
     * Returns what {@link #describe()} does.
     *
     * @return how many there are of which product and version
     */
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

    /** The one server that leads; empty while there is none, or several say so. */
    abstract Optional<S> askLeader() throws IOException, SQLException;

    /** Whether each server is up and has what the leader has. */
    abstract boolean hasCaughtUp() throws IOException, SQLException;

    /** Has a server replaced, where that does not happen by itself. */
    void replace(S old) {}

    /** Takes back what {@link #replace} set. */
    void replaced(S next) {}

    /** Waits for an answer; that a server fails to answer is no answer. */
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
