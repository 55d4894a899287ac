package io.distid.db;

import io.distid.ConfigException;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.jdbc.DatabaseServers;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.ServerCountedIds;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Ids from the numbers that servers give to new rows.
 *
 * <p>With several servers, each call takes the next server in turn, as Flickr does. A server that does not answer is skipped
 * for a while. The series are disjoint, which is checked when a server is first reached and again with each id.
 */
abstract sealed class Tickets extends ServerCountedIds permits MySqlAutoIncrement, MySqlReplaceInto {
    private final String strategy;
    private final DatabaseServers<TicketServer> servers;
    private final AtomicInteger turn = new AtomicInteger();
    private final ReentrantLock joining = new ReentrantLock();
    /** The servers that may issue ids; guarded by the lock. */
    private final List<TicketServer> joined = new ArrayList<>();

    private final IdTraits traits;

    /** Reaches at least one server; each that is reached must fit. */
    Tickets(IdConfig config, Table table, TicketStatement statement) {
        super(config.strategy());
        this.strategy = config.strategy();
        String[] urls = JdbcKeys.urls(config);
        this.servers = new DatabaseServers<>(
                urls.length, index -> joined(new TicketServer(config, urls[index], table, statement)));
        try {
            this.traits = traits(servers.reach());
        } catch (RuntimeException | Error e) {
            servers.close();
            throw e;
        }
    }

    @Override
    protected final long draw() {
        return onOne(server -> {
            long id = server.draw();
            drawn(server, id, 1);
            return id;
        });
    }

    @Override
    protected final void draw(long[] ids, int from, int to) {
        onOne(server -> {
            server.draw(ids, from, to);
            drawn(server, ids[to - 1], to - from);
            return ids[from];
        });
    }

    @Override
    public final IdTraits traits() {
        return traits;
    }

    @Override
    protected final long retries() {
        return servers.reached().stream().mapToLong(TicketServer::retries).sum();
    }

    /** The ids that are left; with several servers, on the server with the fewest. */
    @Override
    protected final long idsLeft() {
        return servers.reached().stream().mapToLong(TicketServer::idsLeft).min().orElse(0);
    }

    @Override
    protected void end() {
        servers.close();
    }

    /** The strategy and its servers, without secrets. */
    @Override
    public final String toString() {
        return strategy + servers;
    }

    /** Called after ids were issued, with the last id and how many there were. */
    void drawn(TicketServer server, long last, int count) {}

    /** Refuses a server that the strategy is not safe on. */
    void requireSafe(TicketServer server) {}

    private long onOne(Function<TicketServer, Long> draw) {
        return servers.call(Math.floorMod(turn.getAndIncrement(), servers.size()), draw);
    }

    private TicketServer joined(TicketServer server) {
        try {
            requireSafe(server);
            join(server);
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    /** Compares a server with all others in use, one after another: if two are first reached at the same time, one finds the other. */
    private void join(TicketServer server) {
        joining.lock();
        try {
            String meets = null;
            for (TicketServer other : joined) {
                if (!server.series().isApartFrom(other.series())) {
                    throw new ConfigException(
                            strategy + ": key \"url\" names " + other + " with " + other.series()
                                    + " and " + server + " with " + server.series()
                                    + ": all servers must have one increment, at least their number, and each an offset of its own");
                }
                for (String found : new String[] {server.stopBelow(other), other.stopBelow(server)}) {
                    meets = found == null ? meets : found;
                }
            }
            if (meets != null) {
                throw new ConfigException(strategy + ": key \"url\": " + meets);
            }
            joined.add(server);
        } finally {
            joining.unlock();
        }
    }

    /** The traits of one server, or of several. A single server may later prove to be one of several. */
    static IdTraits expected(IdConfig config) {
        boolean several = config.has("url") && JdbcKeys.urls(config).length > 1;
        return traits(config.strategy(), several ? Ordering.NONE : Ordering.GLOBAL, List.of(), MySql.DURABILITY);
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
        return traits(strategy, ordering, notes, MySql.DURABILITY);
    }
}
