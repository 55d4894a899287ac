package io.distid.postgresql;

import io.distid.ConfigException;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.internal.process.CopyDetector;
import io.distid.jdbc.DatabaseServers;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.ServerCountedIds;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Ids from a sequence: {@code SELECT nextval('...')}. One round trip issues an id, or a batch of ids if the sequence counts by more than one. A batch begins at its
 * number.
 *
 * <p>With several servers, each call takes the next server in turn. A server that does not answer is skipped for a while. The series are disjoint, which is checked when
 * a server is first reached and again with each number.
 *
 * @see <a href="https://www.postgresql.org/docs/current/functions-sequence.html">nextval</a>
 */
final class PostgreSqlSequence extends ServerCountedIds {
    private static final String DURABILITY =
            "as durable as the server's write-ahead log: a server that crashes leaves out up to 32 numbers, and"
                    + " may repeat those whose record it had not flushed, unless their ids were committed to the"
                    + " same server; a standby that lags repeats the numbers it lacks; a generator that saw them"
                    + " refuses them. A rollback leaves numbers out";

    private final String strategy;
    private final int batch;
    private final DatabaseServers<SequenceServer> servers;
    private final AtomicInteger turn = new AtomicInteger();
    private final ReentrantLock joining = new ReentrantLock();
    /** The servers that were reached, by the remainder of their numbers; guarded by the lock. */
    private final Map<Long, SequenceServer> joined = new HashMap<>();

    private final ReentrantLock holding = new ReentrantLock();
    /**
     * The ids in hand run from {@code next} to before {@code end}, and were claimed in {@code epoch}; guarded by the
     * lock.
     */
    private long next;

    private long end;
    private int epoch;

    private final IdTraits traits;

    /**
     * Reaches at least one server.
     *
     * @throws ConfigException if a server that was reached does not fit
     * @throws io.distid.BackendException if none was reached
     */
    PostgreSqlSequence(IdConfig config) {
        super(config.strategy());
        this.strategy = config.strategy();
        this.batch = Math.toIntExact(config.integer("batch"));
        String[] urls = JdbcKeys.urls(config);
        this.servers = new DatabaseServers<>(
                urls.length, index -> joined(new SequenceServer(config, urls[index], index, urls.length)));
        try {
            servers.reach();
        } catch (RuntimeException | Error e) {
            servers.close();
            throw e;
        }
        this.traits = claims(config);
    }

    /** The traits of a generator with these settings. */
    static IdTraits claims(IdConfig config) {
        long batch = config.integer("batch");
        Ordering ordering = config.has("url") && JdbcKeys.urls(config).length > 1
                ? Ordering.NONE
                : batch > 1 ? Ordering.PER_GENERATOR : Ordering.GLOBAL;
        List<String> notes = new ArrayList<>();
        if (batch > 1) {
            notes.add("each generator holds up to " + batch + " ids in hand, and loses them when it is closed");
        }
        return traits(config.strategy(), ordering, notes, DURABILITY);
    }

    private SequenceServer joined(SequenceServer server) {
        joining.lock();
        try {
            SequenceServer other = joined.putIfAbsent(server.offset(), server);
            if (other != null) {
                throw new ConfigException(strategy + ": key \"url\" names " + other + " and " + server
                        + ", whose sequences give the same numbers: each must start at another of them, "
                        + batch + " apart");
            }
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        } finally {
            joining.unlock();
        }
    }

    @Override
    protected long draw() {
        if (batch == 1) {
            return numbers(1)[0];
        }
        holding.lock();
        try {
            return held();
        } finally {
            holding.unlock();
        }
    }

    @Override
    protected void draw(long[] ids, int from, int to) {
        if (batch > 1) {
            holding.lock();
            try {
                for (int i = from; i < to; i++) {
                    ids[i] = held();
                }
            } finally {
                holding.unlock();
            }
            return;
        }
        for (int i = from; i < to; ) {
            long[] numbers = numbers(Math.min(to - i, SequenceServer.MOST_NUMBERS));
            System.arraycopy(numbers, 0, ids, i, numbers.length);
            i += numbers.length;
        }
    }

    /** Returns the next id in hand, or the first of a new batch. A copy of this process has no ids in hand. */
    private long held() {
        CopyDetector copies = CopyDetector.system();
        copies.look();
        while (next == end || epoch != copies.epoch() || CopyDetector.isExposed(epoch)) {
            int before = copies.epoch();
            long first = numbers(1)[0];
            epoch = before;
            next = first;
            end = first + batch;
            if (before == copies.epoch() && CopyDetector.isExposed(before)) {
                // No ids may be kept, so the rest of the batch is not issued.
                end = first;
                return first;
            }
        }
        return next++;
    }

    private long[] numbers(int count) {
        return servers.call(Math.floorMod(turn.getAndIncrement(), servers.size()), server -> server.draw(count));
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    protected long retries() {
        return servers.reached().stream().mapToLong(SequenceServer::retries).sum();
    }

    /** The ids that are left; with several servers, on the server with the fewest. */
    @Override
    protected long idsLeft() {
        return servers.reached().stream()
                .mapToLong(SequenceServer::idsLeft)
                .min()
                .orElse(0);
    }

    @Override
    protected void end() {
        servers.close();
    }

    /** The strategy and its servers, without secrets. */
    @Override
    public String toString() {
        return strategy + servers;
    }
}
