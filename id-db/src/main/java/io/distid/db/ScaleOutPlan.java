package io.distid.db;

import io.distid.ConfigException;
import io.distid.jdbc.JdbcKeys;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * How one more server is added to those that share the numbers of {@code mysql-auto-increment} or {@code mysql-replace-into} by increment and
 * offset. Reads the servers, and changes nothing. Immutable.
 *
 * @param table whose numbers they share: its name, quoted
 * @param increment that all servers have in the end, at least their number
 * @param from where the numbers of the new increment begin, above every number that was drawn
 * @param steps what is left to be done, one after another, the new server's first; none if all are done
 */
public record ScaleOutPlan(String table, long increment, long from, List<ScaleOutPlan.Step> steps) {
    /*
     * Why no number repeats
     * =====================
     * A greater increment changes the residues, so a number of the new series may be one that another server drew by the old one. Let F
     * be a number that no server has reached. All numbers of the old series that are ever drawn lie below F, all of the new one at or
     * above it; within each series the servers' offsets keep them apart. So the servers can be changed one after another, under load, as long as
     * none that is still to be changed reaches F; that is what the gap is for, and it is checked again whenever a plan is gone on with.
     *
     * On one server, no number may be drawn between the change of the increment and the move of the counter, in either order, nor
     * by a session that is still open with the old increment, since sessions copy the increment when they are opened. So it takes no writes
     * meanwhile (read_only holds up all but administrators, and stays if whoever runs the plan is gone), and sessions are ended between
     * the change and the end of read_only. A plan that is broken off leaves servers that are done, servers that are untouched,
     * and at most one that takes no writes.
     */

    /**
     * What is done on one server, as its administrator. Immutable.
     *
     * @param server its URL, without secrets
     * @param added whether it is the new one
     * @param statements in order; what one that begins with SELECT returns is to be run as well
     */
    public record Step(String server, boolean added, List<String> statements) {}

    /**
     * Reads the servers and makes the plan.
     *
     * @param running settings of one of the two strategies, with the servers that run in {@code url}
     * @param added the same, with the new server alone in {@code url}
     * @param gap how many numbers the servers may draw between now and the end of the last step
     * @param from where the new numbers begin, if a plan was begun and broken off
     * @return the steps that are left; none if all are done
     * @throws ConfigException if numbers could repeat; the message says how
     * @throws io.distid.BackendException if a server does not answer, or refuses
     */
    public static ScaleOutPlan of(IdConfig running, IdConfig added, long gap, OptionalLong from) {
        Table table = running.strategy().equals("mysql-replace-into")
                ? TableDefinitions.tickets(running)
                : TableDefinitions.autoIncrement(running);
        List<CountingServer> servers = new ArrayList<>();
        for (String url : JdbcKeys.namedUrls(running)) {
            servers.add(CountingServer.read(running, url, table, false));
        }
        CountingServer fresh = CountingServer.read(added, JdbcKeys.namedUrls(added)[0], table, true);
        if (servers.stream().anyMatch(server -> server.identity().equals(fresh.identity()))) {
            throw added.invalid("url", "a server that does not run in the set yet, for the one to be added");
        }
        return of(table, servers, fresh, gap, from);
    }

    static ScaleOutPlan of(
            Table table, List<CountingServer> servers, CountingServer fresh, long gap, OptionalLong given) {
        long old = servers.stream().mapToLong(CountingServer::increment).min().orElseThrow();
        boolean room = old > servers.size();
        long increment = room ? old : servers.size() + 1L;
        long offset = room ? freeOffset(servers, old) : increment;
        if (!room && old != servers.size()) {
            throw new ConfigException("the " + servers.size() + " servers have " + servers + ": all must have one"
                    + " increment, at least their number");
        }
        long from = given.orElseGet(() -> above(servers, fresh, gap));
        List<CountingServer> left = new ArrayList<>();
        for (CountingServer server : servers) {
            boolean done = !room && server.increment() == increment;
            if (done && given.isEmpty()) {
                throw new ConfigException(server
                        + " is changed already: a plan was begun. Go on with it by the --from that" + " it began with");
            }
            if (!done && server.increment() != old || server.offset() < 1 || server.offset() > server.increment()) {
                throw new ConfigException(server + " does not fit to " + servers
                        + ": all servers must have one increment, at least their number, and an offset up to it");
            }
            if (done && server.next() < from) {
                throw new ConfigException(server + " counts by the new increment below " + from
                        + ", where numbers of the old one are: its numbers repeat those of others. Stop it, and move it up: "
                        + move(table, from));
            }
            if (!done && !room && server.next() >= from) {
                throw new ConfigException(server + " counts by the old increment and has reached " + from
                        + ", where numbers of the new one begin: numbers may have repeated. Stop all servers, and compare"
                        + " what they have drawn");
            }
            if (!done && !room) {
                left.add(server);
            }
        }
        long offsets =
                servers.stream().mapToLong(CountingServer::offset).distinct().count();
        if (offsets < servers.size()) {
            throw new ConfigException("two of " + servers + " have one offset: their numbers meet already");
        }
        List<Step> steps = new ArrayList<>();
        if (fresh.increment() != increment || fresh.offset() != offset || fresh.next() < from) {
            List<String> statements = new ArrayList<>(count(increment, offset));
            statements.add(table.ddl());
            statements.add(move(table, from));
            steps.add(new Step(fresh.where(), true, statements));
        }
        for (CountingServer server : left) {
            List<String> statements = new ArrayList<>();
            statements.add("SET GLOBAL read_only = ON");
            statements.addAll(count(increment, server.offset()));
            statements.add(move(table, from));
            statements.add("SELECT CONCAT('KILL ', id) FROM information_schema.processlist WHERE id <> CONNECTION_ID()"
                    + " AND user <> 'system user' AND command NOT IN ('Daemon', 'Binlog Dump', 'Binlog Dump GTID')");
            statements.add("SET GLOBAL read_only = OFF");
            steps.add(new Step(server.where(), false, statements));
        }
        return new ScaleOutPlan(table.name(), increment, from, List.copyOf(steps));
    }

    private static long above(List<CountingServer> servers, CountingServer fresh, long gap) {
        long next = LongStream.concat(servers.stream().mapToLong(CountingServer::next), LongStream.of(fresh.next()))
                .max()
                .orElseThrow();
        // As much again has to be left, or there is no sense in one more server.
        if (next > Long.MAX_VALUE - 2 * gap) {
            throw new ConfigException("the servers have come to " + next + ": there are fewer than twice " + gap
                    + " numbers left up to " + Long.MAX_VALUE);
        }
        return next + gap;
    }

    private static long freeOffset(List<CountingServer> servers, long increment) {
        return LongStream.rangeClosed(1, increment)
                .filter(offset -> servers.stream().noneMatch(server -> server.offset() == offset))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> count(long increment, long offset) {
        return List.of(
                "SET GLOBAL auto_increment_increment = " + increment, "SET GLOBAL auto_increment_offset = " + offset);
    }

    private static String move(Table table, long from) {
        return "ALTER TABLE " + table.name() + " AUTO_INCREMENT = " + from;
    }
}
