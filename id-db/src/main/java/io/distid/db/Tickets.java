package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.spi.CallCounts;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;

/**
 * Ids drawn from servers that count: what both strategies share.
 *
 * <p>With several servers, each call takes the next one in turn, as Flickr does; one that does not answer is passed over for a
 * while. Their series are disjoint, which is checked when a server is first reached and again with each id.
 */
abstract sealed class Tickets implements LongIdGenerator permits MySqlAutoIncrement, MySqlReplaceInto {
    private final String strategy;
    private final DatabaseServers<TicketServer> servers;
    private final DisjointServers<TicketServer> fitting = new DisjointServers<>(TicketServer::isApartFrom);
    private final AtomicInteger turn = new AtomicInteger();
    private final OpenState open;
    private final CallCounts counts = new CallCounts();
    private final IdTraits traits;

    /**
     * Reaches at least one server.
     *
     * @throws ConfigException if a server that was reached does not fit
     * @throws BackendException if none was reached
     */
    Tickets(IdConfig config, Table table, TicketStatement statement) {
        this.strategy = config.strategy();
        this.open = new OpenState(strategy);
        String[] urls = MySqlKeys.urls(config);
        this.servers =
                new DatabaseServers<>(urls.length, i -> () -> fit(new TicketServer(config, urls[i], table, statement)));
        try {
            this.traits = traits(servers.reach());
        } catch (RuntimeException | Error e) {
            servers.close();
            throw e;
        }
    }

    /** {@inheritDoc} */
    @Override
    public final long nextId() {
        return onOne(this::drawOne);
    }

    /**
     * {@inheritDoc}
     *
     * <p>One statement makes up to 1,000 ids; with several servers, all of them come from one.
     */
    @Override
    public final void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        onOne(server -> {
            if (from < to) {
                server.draw(ids, from, to);
                drawn(server, ids[to - 1], to - from);
            }
            return 0;
        });
    }

    /** {@inheritDoc} */
    @Override
    public final IdStats stats() {
        return IdStats.builder()
                .failures(counts.failures())
                .retries(retries())
                .idsLeft(idsLeft())
                .closed(open.isClosed())
                .build();
    }

    /** {@inheritDoc} */
    @Override
    public final IdTraits traits() {
        return traits;
    }

    /**
     * How often a statement was repeated after a deadlock (error 1213) or a lock wait (1205).
     *
     * @return since this generator was opened
     */
    public final long retries() {
        return servers.reached().stream().mapToLong(TicketServer::retries).sum();
    }

    /**
     * How many ids the column has left, judged by the ids that this generator drew.
     *
     * @return at most {@link Long#MAX_VALUE}; with several servers, of the one that has fewest
     */
    public final long idsLeft() {
        return servers.reached().stream()
                .mapToLong(server ->
                        (Long.MAX_VALUE - server.seen()) / server.series().increment())
                .min()
                .orElse(0);
    }

    /** {@inheritDoc} */
    @Override
    public final void close() {
        if (open.close()) {
            stop();
            servers.close();
        }
    }

    /** The strategy and its servers, without secrets. */
    @Override
    public final String toString() {
        return strategy + servers;
    }

    /** Called after each draw with its last id, and how many there were. */
    void drawn(TicketServer server, long last, int count) {}

    /** Ends what the strategy does besides drawing. */
    void stop() {}

    /** Refuses a server that the strategy is not safe on. */
    void requireSafe(TicketServer server) {}

    private long drawOne(TicketServer server) {
        long id = server.draw();
        drawn(server, id, 1);
        return id;
    }

    private long onOne(ToLongFunction<TicketServer> draw) {
        try {
            return open.call(() -> servers.call(first(), (server, index) -> draw.applyAsLong(server)));
        } catch (IdException e) {
            throw counts.failed(e);
        }
    }

    /** The server whose turn it is. */
    private int first() {
        return servers.size() == 1 ? 0 : Math.floorMod(turn.getAndIncrement(), servers.size());
    }

    private TicketServer fit(TicketServer server) {
        try {
            requireSafe(server);
            TicketServer other = fitting.add(server);
            if (other != null && server.series().isApartFrom(other.series())) {
                // The table of one may have been read later than the counter of the other.
                server.lookAtCounter();
                other.lookAtCounter();
                other = fitting.add(server);
            }
            if (other != null && server.series().isApartFrom(other.series())) {
                fitting.added().forEach(serving -> serving.keepAbove(server));
                throw new ConfigException(strategy + ": key \"url\": " + server.tellsWhatMeets(other));
            }
            if (other != null) {
                throw new ConfigException(strategy + ": key \"url\" names " + other + " with " + other.series()
                        + " and " + server + " with " + server.series()
                        + ": all servers must have one increment, at"
                        + " least their number, and each an offset of its own");
            }
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    private IdTraits traits(List<TicketServer> reached) {
        AutoIncrementSeries series = reached.get(0).series();
        if (series.increment() < servers.size()) {
            throw new ConfigException(strategy + ": key \"url\" names " + servers.size() + " servers, but "
                    + reached.get(0) + " has " + series + ": the increment must be at least the number of servers");
        }
        Ordering ordering =
                servers.size() > 1 ? Ordering.NONE : series.increment() > 1 ? Ordering.PER_GENERATOR : Ordering.GLOBAL;
        List<String> notes = new ArrayList<>();
        if (ordering == Ordering.PER_GENERATOR) {
            notes.add("the server has " + series + ", so it is taken for one of several, whose ids interleave");
        }
        for (TicketServer server : reached) {
            if (!server.version().keepsCounter()) {
                notes.add(
                        server.version() + " forgets its counter at a restart and counts on from the greatest id in the"
                                + " table: never delete the newest rows by hand");
            }
        }
        notes.add(PooledDatabase.DURABILITY_NOTE);
        return IdTraits.builder(strategy)
                .ordering(ordering)
                .timeSorted(ordering == Ordering.GLOBAL)
                .coordination(Coordination.PER_ID)
                .safety(Safety.STORED)
                .notes(notes)
                .build();
    }
}
