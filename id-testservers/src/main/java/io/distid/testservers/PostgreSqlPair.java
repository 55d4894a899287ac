package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A PostgreSQL and its asynchronous standby, and one address for clients, which leads to the server that takes writes. As safe for use by
 * several threads as every {@link Ensemble}.
 *
 * <p>{@link #awaitSuccessor} promotes the standby, as an operator does: the standby replays all that it has received, then takes writes, and the
 * address leads to it. It lacks writes that the primary acknowledged but had not sent; {@link #cut} between the two makes this certain. Open
 * connections to a primary that still runs stay there.
 */
public final class PostgreSqlPair extends Ensemble<PostgreSqlServer> {
    private final List<LossyLink> links;
    private final LossyLink address;
    private volatile PostgreSqlServer primary;

    private PostgreSqlPair(
            EnsembleNetwork network, List<PostgreSqlServer> members, List<LossyLink> links, LossyLink address) {
        super(network, members);
        this.links = links;
        this.address = address;
        this.primary = members.get(0);
    }

    /**
     * Starts a private pair.
     *
     * @return a primary, and a standby that follows it
     * @throws ServerUnavailableException if none can be had
     */
    public static PostgreSqlPair start() {
        return EnsembleNetwork.build(PostgreSqlPair::launch);
    }

    /**
     * Creates a database under a new name, and a user who may do everything in it, on both servers.
     *
     * @return the database, at the address that leads to the server that takes writes
     */
    public Database createDatabase() {
        Database created = primary.createDatabase();
        awaitCaughtUp();
        return new Database(
                created.name(),
                created.url().replace(":" + primary.port() + "/", ":" + port(address) + "/"),
                created.user(),
                created.password());
    }

    /**
     * Makes the former primary a standby of its successor, and replaces its data by a copy of the successor's.
     *
     * @param old the former primary
     */
    public void rejoin(PostgreSqlServer old) {
        PostgreSqlServer leader = primary;
        ChildServer node = (ChildServer) old.node();
        node.takeDataOf((ChildServer) leader.node());
        try {
            EmbeddedPostgreSql.follow(
                    node.directory().resolve(ChildServer.DATA),
                    source(links.get(members().indexOf(leader))),
                    leader.password());
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
        LossyLink address = network.link(port(links.get(0)));
        PostgreSqlPair pair = new PostgreSqlPair(network, members, links, address);
        pair.awaitCaughtUp();
        return pair;
    }

    private static String source(LossyLink link) {
        return "host=127.0.0.1 port=" + port(link) + " user=" + PostgreSqlDistribution.ADMIN + " connect_timeout=2";
    }

    private static int port(LossyLink link) {
        return link.address().getPort();
    }

    private PostgreSqlServer standby() {
        return members().get(1 - members().indexOf(primary));
    }

    @Override
    void replace(PostgreSqlServer old) {
        PostgreSqlServer next = members().get(1 - members().indexOf(old));
        next.execute("SELECT pg_promote(true, " + LIMIT.toSeconds() + ")");
        primary = next;
        address.retarget(
                new InetSocketAddress("127.0.0.1", port(links.get(members().indexOf(next)))));
    }

    @Override
    Optional<PostgreSqlServer> askLeader() {
        return Optional.of(primary);
    }

    @Override
    boolean hasCaughtUp() throws SQLException {
        String goal = text(primary, "SELECT pg_current_wal_lsn()");
        return text(standby(), "SELECT pg_last_wal_replay_lsn() >= '" + goal + "'::pg_lsn")
                .equals("t");
    }

    private static String text(PostgreSqlServer server, String query) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }
}
