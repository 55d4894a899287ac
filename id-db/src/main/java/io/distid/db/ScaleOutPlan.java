package io.distid.db;

import io.distid.ConfigException;
import io.distid.jdbc.JdbcKeys;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The steps that add a server to those that share the numbers of {@code mysql-auto-increment} or {@code mysql-replace-into} by increment and
 * offset. Reads the servers, and changes nothing. Immutable.
 *
 * @param table the table whose numbers they share: its name, quoted
 * @param increment the increment that all servers have in the end, at least the number of servers
 * @param from where the numbers of the new increment begin, above every number that was issued
 * @param steps the steps that are left, in order, those of the new server first; none if all are done
 */
public record ScaleOutPlan(String table, long increment, long from, List<ScaleOutPlan.Step> steps) {
    /*
     * Why no number repeats
     * =====================
     *
     * A greater increment changes the residues. So a number of the new series may be a number that another server issued by the old series. Let
     * F be a number that no server has reached. All issued numbers of the old series lie below F, all numbers of the new series at or above F.
     * Within each series the offsets keep the servers apart. So the servers can be changed one after another, under load, as long as no
     * unchanged server reaches F. The gap is for that, and it is checked again whenever a plan is continued.
     *
     * On one server, no number may be issued between the change of the increment and the move of the counter, in either order. A session with
     * the old increment must not stay open either, since sessions copy the increment when they are opened. So the server takes no writes
     * meanwhile, and sessions are ended between the change and the end of read_only. The setting read_only stops all but administrators, and
     * stays if the operator is interrupted. A plan that is interrupted leaves finished servers, untouched servers, and at most one server
     * without writes.
     */

    /**
     * The statements for one server, to be run as its administrator. Immutable.
     *
     * @param server its URL, without secrets
     * @param added whether it is the new server
     * @param statements the statements, in order; the texts that a SELECT returns are statements to be run as well
     */
    public record Step(String server, boolean added, List<String> statements) {}

    /**
     * Reads the servers and makes the plan.
     *
     * @param running settings of one of the two strategies, with the running servers in {@code url}
     * @param added the same, with the new server alone in {@code url}
     * @param gap how many numbers the servers may issue between now and the end of the last step
     * @param from where the new numbers begin, if a plan was begun and interrupted
     * @return the steps that are left; none if all are done
     * @throws ConfigException if numbers could repeat; the message says how
     * @throws io.distid.BackendException if a server does not answer, or refuses
     */
    public static ScaleOutPlan of(IdConfig running, IdConfig added, long gap, OptionalLong from) {
        Table table = running.strategy().equals("mysql-replace-into")
                ? TableDefinitions.tickets(running)
                : TableDefinitions.autoIncrement(running);
        List<PlannedServer> servers = new ArrayList<>();
        for (String url : JdbcKeys.namedUrls(running)) {
            servers.add(PlannedServer.read(running, url, table, false));
        }
        PlannedServer fresh = PlannedServer.read(added, JdbcKeys.namedUrls(added)[0], table, true);
        if (servers.stream().anyMatch(server -> server.identity().equals(fresh.identity()))) {
            throw added.invalid("url", "a server that does not run in the set yet, for the one to be added");
        }
        return of(table, servers, fresh, gap, from);
    }

    static ScaleOutPlan of(
            Table table, List<PlannedServer> servers, PlannedServer fresh, long gap, OptionalLong given) {
        long old = servers.stream().mapToLong(PlannedServer::increment).min().orElseThrow();
        boolean room = old > servers.size();
        long increment = room ? old : servers.size() + 1L;
        long offset = room ? freeOffset(servers, old) : increment;
        if (!room && old != servers.size()) {
            throw new ConfigException("the " + servers.size() + " servers have " + servers + ": all must have one"
                    + " increment, at least their number");
        }
        long from = given.orElseGet(() -> above(servers, fresh, gap));
        List<PlannedServer> left = new ArrayList<>();
        for (PlannedServer server : servers) {
            boolean done = !room && server.increment() == increment;
            if (done && given.isEmpty()) {
                throw new ConfigException(
                        server + " is changed already: a plan was begun. Continue it with the same --from");
            }
            if (!done && server.increment() != old || server.offset() < 1 || server.offset() > server.increment()) {
                throw new ConfigException(server + " does not fit " + servers
                        + ": all servers must have one increment, at least their number, and an offset up to it");
            }
            if (done && server.next() < from) {
                throw new ConfigException(server + " counts by the new increment below " + from
                        + ", which the old increment may have used: its numbers repeat those of others. Stop it,"
                        + " and move it up: "
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
                servers.stream().mapToLong(PlannedServer::offset).distinct().count();
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
        for (PlannedServer server : left) {
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

    private static long above(List<PlannedServer> servers, PlannedServer fresh, long gap) {
        long next = LongStream.concat(servers.stream().mapToLong(PlannedServer::next), LongStream.of(fresh.next()))
                .max()
                .orElseThrow();
        // As many numbers again must be left, or one more server is of no use.
        if (next > Long.MAX_VALUE - 2 * gap) {
            throw new ConfigException("the servers have reached " + next + ": there are fewer than twice " + gap
                    + " numbers left up to " + Long.MAX_VALUE);
        }
        return next + gap;
    }

    private static long freeOffset(List<PlannedServer> servers, long increment) {
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
