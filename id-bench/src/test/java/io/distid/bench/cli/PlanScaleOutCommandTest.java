package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.process.ServerUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanScaleOutCommandTest {
    private static final String TABLE = "`distid_auto_increment`";

    private static MySqlServer server() {
        try {
            return MySqlServer.start();
        } catch (ServerUnavailableException e) {
            assumeThat(false).as(e.getMessage()).isTrue();
            throw e;
        }
    }

    private static String url(MySqlServer server, Database database) {
        return "jdbc:mysql://" + database.user() + ":" + database.password() + "@" + server.host() + ":" + server.port()
                + "/ids?" + database.url().replaceFirst(".*\\?", "");
    }

    @Test
    void theStatementsArePrintedInOrderAndNothingIsChanged() {
        List<MySqlServer> servers =
                IntStream.range(0, 2).parallel().mapToObj(i -> server()).toList();
        try {
            Database old = servers.get(0).createDatabase("ids");
            Database added = servers.get(1).createDatabase("ids");
            String url = url(servers.get(0), old);
            try (LongIdGenerator ids = IdGenerators.openLong(
                    "mysql-auto-increment", Map.of("url", url, "create", "true", "timeout", "60s"))) {
                ids.nextIds(new long[41], 0, 41);
            }
            String[] command = {
                "plan-scale-out",
                "mysql-auto-increment",
                "-Durl=" + url,
                "-Dcreate=true",
                "--add",
                url(servers.get(1), added),
                "--gap",
                "1000"
            };
            CommandRun run = CommandRun.of(command);
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("from 1042 on are issued by increment 2", "--from=1042")
                    .doesNotContain(old.password())
                    .doesNotContain(added.password());
            assertThat(run.out().lines().filter(line -> !line.isEmpty() && !line.startsWith("--")))
                    .containsExactly(
                            "SET GLOBAL auto_increment_increment = 2;",
                            "SET GLOBAL auto_increment_offset = 2;",
                            "CREATE TABLE IF NOT EXISTS " + TABLE
                                    + " (id BIGINT NOT NULL AUTO_INCREMENT, PRIMARY KEY (id)) ENGINE = InnoDB;",
                            "ALTER TABLE " + TABLE + " AUTO_INCREMENT = 1042;",
                            "SET GLOBAL read_only = ON;",
                            "SET GLOBAL auto_increment_increment = 2;",
                            "SET GLOBAL auto_increment_offset = 1;",
                            "ALTER TABLE " + TABLE + " AUTO_INCREMENT = 1042;",
                            "SELECT CONCAT('KILL ', id) FROM information_schema.processlist WHERE id <> CONNECTION_ID()"
                                    + " AND user <> 'system user'"
                                    + " AND command NOT IN ('Daemon', 'Binlog Dump', 'Binlog Dump GTID');",
                            "SET GLOBAL read_only = OFF;");
            assertThat(CommandRun.of(command).out()).as("the same again").isEqualTo(run.out());
        } finally {
            servers.forEach(MySqlServer::close);
        }
    }

    @Test
    void wrongCommandLinesAreRefused() {
        refused("must be one of mysql-auto-increment, mysql-replace-into", "snowflake");
        refused("--gap is 0: must be from 1", "mysql-replace-into", "--gap", "0");
        refused("--from is 0: must be at least 1", "mysql-replace-into", "--from", "0");
        CommandRun run = CommandRun.of(
                "plan-scale-out",
                "mysql-replace-into",
                "-Durl=jdbc:mysql://a:s3cr3t@127.0.0.1:1/ids",
                "--add",
                "jdbc:mysql://a:s3cr3t@127.0.0.1:2/ids");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("127.0.0.1:1").doesNotContain("s3cr3t");
    }

    private static void refused(String saying, String... words) {
        List<String> line = new ArrayList<>(List.of("plan-scale-out", "--add", "jdbc:mysql://127.0.0.1:1/ids"));
        line.addAll(List.of(words));
        CommandRun run = CommandRun.of(line.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(saying);
    }
}
