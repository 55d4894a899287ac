package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import java.sql.SQLException;
import java.util.ArrayList;
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
public final class MySqlPair extends SqlPair<MySqlServer> {
    private static final Pattern MYSQL = Pattern.compile("MySQL (\\d+)\\.(\\d+).*");
    private static final int WITHOUT_OLD_WORDS = 804;

    private final String secret;
    /** The position in the source's binary log before its first write. */
    private volatile Position start;

    private MySqlPair(EnsembleNetwork network, List<MySqlServer> members, List<LossyLink> links, String secret) {
        super(network, members, links);
        this.secret = secret;
        this.start = position(members.get(0));
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
        MySqlPair pair = new MySqlPair(network, members, links, secret);
        pair.follow(members.get(1), pair.start);
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

    private void follow(MySqlServer replica, Position from) {
        boolean maria = replica.describe().startsWith("MariaDB");
        replica.execute("CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT="
                + link(first()).port() + ", MASTER_USER='" + EmbeddedMySql.ADMIN
                + "', MASTER_PASSWORD='" + secret + "', MASTER_LOG_FILE='" + from.file + "', MASTER_LOG_POS="
                + from.offset + ", MASTER_CONNECT_RETRY=1, MASTER_SSL=0"
                // The log-in needs this without TLS.
                + (maria ? ", MASTER_SSL_VERIFY_SERVER_CERT=0" : ", GET_MASTER_PUBLIC_KEY=1"));
        replica.execute("START SLAVE");
        replica.execute("SET GLOBAL read_only=1");
    }

    @Override
    void promote(MySqlServer next) {
        next.execute("STOP SLAVE IO_THREAD");
        await("the replica has applied what it received", () -> {
            Map<String, String> status = next.row("SHOW SLAVE STATUS");
            boolean applied = status.get("Read_Master_Log_Pos").equals(status.get("Exec_Master_Log_Pos"))
                    && status.get("Master_Log_File").equals(status.get("Relay_Master_Log_File"));
            return applied ? Optional.of(true) : Optional.empty();
        });
        next.execute("STOP SLAVE");
        next.execute("RESET SLAVE ALL");
        start = position(next);
        next.execute("SET GLOBAL read_only=0");
    }

    @Override
    boolean hasCaughtUp() throws SQLException {
        MySqlServer leader = first();
        Position goal = position(leader);
        Map<String, String> status = other(leader).row("SHOW SLAVE STATUS");
        return "Yes".equals(status.get("Slave_IO_Running"))
                && "Yes".equals(status.get("Slave_SQL_Running"))
                && goal.file.equals(status.get("Relay_Master_Log_File"))
                && Long.parseLong(status.get("Exec_Master_Log_Pos")) >= goal.offset;
    }

    private static Position position(MySqlServer server) {
        return await("the position of the binary log", () -> {
            Map<String, String> status = server.row("SHOW MASTER STATUS");
            return Optional.of(new Position(status.get("File"), Long.parseLong(status.get("Position"))));
        });
    }
}
