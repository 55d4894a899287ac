package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A PostgreSQL and its asynchronous standby, and one address for clients, which leads to the server that takes writes. As safe for use by
 * several threads as every {@link Ensemble}.
 *
 * <p>{@link #awaitSuccessor} promotes the standby, as an operator does: the standby replays all that it has received, then takes writes, and the
 * address leads to it. It lacks writes that the primary acknowledged but had not sent; {@link #cut} between the two makes this certain. Open
 * connections to a primary that still runs stay there.
 */
public final class PostgreSqlPair extends SqlPair<PostgreSqlServer> {
    private PostgreSqlPair(EnsembleNetwork network, List<PostgreSqlServer> members, List<LossyLink> links) {
        super(network, members, links);
    }

    /** Starts a private pair: a primary, and a standby that follows it. */
    public static PostgreSqlPair start() {
        return EnsembleNetwork.build(PostgreSqlPair::launch);
    }

    /**
     * Makes the former primary a standby of its successor, and replaces its data by a copy of the successor's.
     *
     * @param old the former primary
     */
    public void rejoin(PostgreSqlServer old) {
        PostgreSqlServer leader = first();
        ChildServer node = (ChildServer) old.node();
        node.takeDataOf((ChildServer) leader.node());
        try {
            EmbeddedPostgreSql.follow(
                    node.directory().resolve(ChildServer.DATA), source(link(leader)), leader.password());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        old.restart();
    }

    private static PostgreSqlPair launch(EnsembleNetwork network) {
        List<PostgreSqlServer> members = new ArrayList<>();
        List<LossyLink> links = new ArrayList<>();
        // Both begin with copies of the same data, and the primary keeps all its later log.
        List<String> settings = List.of("wal_keep_size=1GB", "wal_receiver_status_interval=1s");
        for (int i = 0; i < 2; i++) {
            int port = Ports.free();
            links.add(network.link(port));
            String source = i == 0 ? null : source(links.get(0));
            EmbeddedPostgreSql.Launched launched = EmbeddedPostgreSql.launch(port, settings, source, null);
            members.add(network.add(PostgreSqlServer.of(launched), links.get(i)));
        }
        members.forEach(RealServer::awaitAnswer);
        PostgreSqlPair pair = new PostgreSqlPair(network, members, links);
        pair.awaitCaughtUp();
        return pair;
    }

    private static String source(LossyLink link) {
        return "host=127.0.0.1 port=" + link.port() + " user=" + PostgreSqlDistribution.ADMIN + " connect_timeout=2";
    }

    @Override
    void promote(PostgreSqlServer next) {
        next.execute("SELECT pg_promote(true, " + LIMIT.toSeconds() + ")");
    }

    @Override
    boolean hasCaughtUp() throws SQLException {
        String goal = first().row("SELECT pg_current_wal_lsn() AS goal").get("goal");
        return "t"
                .equals(other(first())
                        .row("SELECT pg_last_wal_replay_lsn() >= '" + goal + "'::pg_lsn AS done")
                        .get("done"));
    }
}
