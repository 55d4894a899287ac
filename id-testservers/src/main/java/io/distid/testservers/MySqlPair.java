package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MySQL or MariaDB and its asynchronous replica, and one address for clients, which leads to the server that takes writes. As safe for use by
 * several threads as every {@link Ensemble}.
 *
 * <p>{@link #awaitSuccessor} promotes the replica, as an operator does: the replica applies all that it has received, then takes writes, and
 * the address leads to it. It lacks writes that the source acknowledged but had not sent; {@link #cut} between the two makes this certain. Open
 * connections to a source that still runs stay there.
 */
public final class MySqlPair extends Ensemble<MySqlServer> {
    private static final Pattern MYSQL = Pattern.compile("MySQL (\\d+)\\.(\\d+).*");
    private static final int WITHOUT_OLD_WORDS = 804;

    private final List<LossyLink> links;
    private final LossyLink address;
    private final String secret;
    private volatile MySqlServer source;
    /** The position in the source's binary log before its first write. */
    private volatile Position start;

    private MySqlPair(
            EnsembleNetwork network,
            List<MySqlServer> members,
            List<LossyLink> links,
            LossyLink address,
            String secret,
            Position start) {
        super(network, members);
        this.links = links;
        this.address = address;
        this.secret = secret;
        this.source = members.get(0);
        this.start = start;
    }

    private record Position(String file, long offset) {}

    /**
     * Starts a private pair.
     *
     * @return a source, and a replica that follows it
     * @throws ServerUnavailableException if none can be had, or it is MySQL 8.4 or later, which has other statements for replication
     */
    public static MySqlPair start() {
        return EnsembleNetwork.build(MySqlPair::launch);
    }

    /**
     * Creates a database under a new name, and a user who may do everything in it, on both servers.
     *
     * @return the database, at the address that leads to the server that takes writes
     */
    public Database createDatabase() {
        Database created = source.createDatabase();
        awaitCaughtUp();
        return new Database(
                created.name(),
                created.url().replace(":" + source.port() + "/", ":" + port(address) + "/"),
                created.user(),
                created.password());
    }

    /**
     * Makes the former source, which runs again, a replica of its successor. It keeps writes that only it has, and the replication stops
     * where they conflict with the successor's. An operator would copy such a server again.
     *
     * @param old the former source
     */
    public void rejoin(MySqlServer old) {
        follow(old, start);
    }

    private static MySqlPair launch(EnsembleNetwork network) {
        String secret = MySqlServer.random();
        List<MySqlServer> members = new ArrayList<>();
        List<LossyLink> links = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int port = Ports.free();
            links.add(network.link(port));
            List<String> options = List.of(
                    "--server-id=" + (i + 1),
                    "--log-bin=binlog",
                    "--relay-log=relay",
                    "--binlog-format=ROW",
                    "--sync-binlog=" + (ServerSettings.flushesToDisk() ? 1 : 0));
            ChildServer node = EmbeddedMySql.launch(secret, port, options, null);
            members.add(network.add(MySqlServer.of(node, secret), links.get(i)));
        }
        members.forEach(RealServer::awaitAnswer);
        requireKnownWords(members.get(0).describe());
        LossyLink address = network.link(port(links.get(0)));
        Position start = position(members.get(0));
        MySqlPair pair = new MySqlPair(network, members, links, address, secret, start);
        pair.follow(members.get(1), start);
        pair.awaitCaughtUp();
        return pair;
    }

    private static void requireKnownWords(String product) {
        Matcher version = MYSQL.matcher(product);
        if (version.matches()
                && Integer.parseInt(version.group(1)) * 100 + Integer.parseInt(version.group(2)) >= WITHOUT_OLD_WORDS) {
            throw new ServerUnavailableException(
                    product + " has other statements for replication than MySQL up to 8.3 and MariaDB");
        }
    }

    private static int port(LossyLink link) {
        return link.address().getPort();
    }

    private void follow(MySqlServer replica, Position from) {
        boolean maria = replica.describe().startsWith("MariaDB");
        replica.execute("CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT="
                + port(links.get(members().indexOf(source))) + ", MASTER_USER='" + EmbeddedMySql.ADMIN
                + "', MASTER_PASSWORD='" + secret + "', MASTER_LOG_FILE='" + from.file + "', MASTER_LOG_POS="
                + from.offset + ", MASTER_CONNECT_RETRY=1, MASTER_SSL=0"
                // The log-in needs this without TLS.
                + (maria ? ", MASTER_SSL_VERIFY_SERVER_CERT=0" : ", GET_MASTER_PUBLIC_KEY=1"));
        replica.execute("START SLAVE");
        replica.execute("SET GLOBAL read_only=1");
    }

    @Override
    void replace(MySqlServer old) {
        MySqlServer next = members().get(1 - members().indexOf(old));
        next.execute("STOP SLAVE IO_THREAD");
        await("the replica has applied what it received", () -> {
            Map<String, String> status = row(next, "SHOW SLAVE STATUS");
            boolean applied = status.get("Read_Master_Log_Pos").equals(status.get("Exec_Master_Log_Pos"))
                    && status.get("Master_Log_File").equals(status.get("Relay_Master_Log_File"));
            return applied ? Optional.of(true) : Optional.empty();
        });
        next.execute("STOP SLAVE");
        next.execute("RESET SLAVE ALL");
        start = position(next);
        next.execute("SET GLOBAL read_only=0");
        source = next;
        address.retarget(
                new InetSocketAddress("127.0.0.1", port(links.get(members().indexOf(next)))));
    }

    @Override
    Optional<MySqlServer> askLeader() {
        return Optional.of(source);
    }

    @Override
    boolean hasCaughtUp() throws SQLException {
        MySqlServer leader = source;
        Position goal = position(leader);
        Map<String, String> status = row(members().get(1 - members().indexOf(leader)), "SHOW SLAVE STATUS");
        return "Yes".equals(status.get("Slave_IO_Running"))
                && "Yes".equals(status.get("Slave_SQL_Running"))
                && goal.file.equals(status.get("Relay_Master_Log_File"))
                && Long.parseLong(status.get("Exec_Master_Log_Pos")) >= goal.offset;
    }

    private static Position position(MySqlServer server) {
        return await("the position of the binary log", () -> {
            Map<String, String> status = row(server, "SHOW MASTER STATUS");
            return Optional.of(new Position(status.get("File"), Long.parseLong(status.get("Position"))));
        });
    }

    /** The first row of an answer, by its columns; empty if there is none. */
    private static Map<String, String> row(MySqlServer server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            Map<String, String> row = new HashMap<>();
            if (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.put(rows.getMetaData().getColumnLabel(i), String.valueOf(rows.getString(i)));
                }
            }
            return row;
        }
    }
}
