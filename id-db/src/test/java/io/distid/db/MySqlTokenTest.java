package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.Idempotent;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenUse;
import io.distid.sql.Servers;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is MySQL's own of its tokens. */
class MySqlTokenTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();

    private IdempotencyTokens open(String... more) {
        return IdempotencyTokens.open("mysql", Servers.config(database, more));
    }

    @Test
    void consumeAndBeginAreOneRoundTripEach() throws Exception {
        open().close();
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                IdempotencyTokens tokens = IdempotencyTokens.open(
                        "mysql", Servers.config(Servers.through(database, link.address()), "pool-size", "1"))) {
            awaitOneAnswer(link, "consume", tokens::issue, tokens::consume);
            awaitOneAnswer(link, "begin", tokens::issue, tokens::begin);
            awaitOneAnswer(link, "complete", () -> (TokenUse) tokens.begin(tokens.issue()), use -> {
                use.complete(new byte[1]);
                return true;
            });
        }
    }

    /** The pool asks a connection that was idle for half a second whether it lives, and a busy machine takes that long: then once more. */
    private static <T> void awaitOneAnswer(LossyLink link, String what, Supplier<T> first, Function<T, ?> call) {
        Eventually.await("one answer to " + what).until(() -> {
            T given = first.get();
            long before = link.answers();
            call.apply(given);
            return link.answers() - before == 1;
        });
    }

    @Test
    void statementWhoseLinkBrokeIsSentAgain() throws Exception {
        open().close();
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                IdempotencyTokens tokens = IdempotencyTokens.open(
                        "mysql", Servers.config(Servers.through(database, link.address()), "pool-size", "1"))) {
            String token = tokens.issue();
            link.dropNextAnswer();
            assertThat(tokens.consume(token)).isEqualTo(Consumption.ACCEPTED);
            assertThat(link.answersDropped()).as("answers dropped").isOne();
        }
    }

    /** As of a server with a small max_allowed_packet, which the driver keeps to by itself. */
    @Test
    void actionWhoseResultIsTooLargeForTheServerDoesNotRunAgain() throws Exception {
        Map<String, String> config = Servers.config(database, "create", "true", "lease", "300ms");
        String url = config.get("url");
        try (IdempotencyTokens tokens = IdempotencyTokens.open(
                "mysql",
                ConfigPairs.with(config, "url", url + (url.contains("?") ? "&" : "?") + "maxAllowedPacket=20000"))) {
            Idempotent once = new Idempotent(tokens, Duration.ZERO);
            AtomicInteger runs = new AtomicInteger();
            String token = tokens.issue();
            Idempotent.Action<RuntimeException> action = use -> {
                runs.incrementAndGet();
                return new byte[40_000];
            };
            assertThatThrownBy(() -> once.run(token, new byte[0], action)).isInstanceOf(BackendException.class);
            assertThat(once.run(token, new byte[0], action)).isEqualTo(new TokenAnswer.Completed(null));
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    void rowsThatAreKeptNoLongerAreDeletedAndOthersAreNot() throws Exception {
        try (IdempotencyTokens tokens = open("keep", "1h")) {
            String used = tokens.issue();
            tokens.consume(used);
            Servers.execute(
                    database,
                    "INSERT INTO distid_token (token, state, request, attempt, fence, expires_at, lease,"
                            + " kept_until) SELECT CONCAT('old-', a.n * 40 + b.n), 'done', '', '', 1, 0, 0, a.n + 1 FROM"
                            + " (SELECT ROW_NUMBER() OVER () - 1 n FROM information_schema.COLUMNS LIMIT 40) a,"
                            + " (SELECT ROW_NUMBER() OVER () - 1 n FROM information_schema.COLUMNS LIMIT 40) b");
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_token"))
                    .isEqualTo(1_601);
            for (int i = 0; i < 1_000; i++) {
                tokens.issue();
            }
            Eventually.await("old rows are gone")
                    .until(() -> Servers.number(database, "SELECT COUNT(*) FROM distid_token WHERE token LIKE 'old-%'")
                            == 0);
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_token"))
                    .isGreaterThanOrEqualTo(1_000);
            assertThat(tokens.consume(used)).isEqualTo(Consumption.CONSUMED);
        }
    }

    @Test
    void rowsAreDeletedByTheIndexOfTheirTime() throws Exception {
        open().close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet plan = statement.executeQuery(
                        "EXPLAIN DELETE FROM distid_token WHERE kept_until <= 1 ORDER BY kept_until LIMIT 1000")) {
            assertThat(plan.next()).isTrue();
            assertThat(plan.getString("key")).isEqualTo("kept_until");
        }
    }

    /** As it is when the server's clock was ahead at the begin: the worker counts its lease by its own. */
    @Test
    void deadlineOfAClockThatWasSetBackIsCutToItsLease() throws Exception {
        try (IdempotencyTokens tokens = open("lease", "1h")) {
            String token = tokens.issue();
            tokens.begin(token);
            Servers.execute(database, "UPDATE distid_token SET expires_at = expires_at + 1000 * 86400 * 300");
            assertThat(((TokenAnswer.InProgress) tokens.begin(token)).atMost())
                    .isPositive()
                    .isLessThanOrEqualTo(HOUR);
            assertThat(Servers.number(database, "SELECT expires_at FROM distid_token"))
                    .isLessThan(
                            System.currentTimeMillis() + HOUR.multipliedBy(2).toMillis());
        }
    }

    @Test
    void numberGrowsThoughTheClockWasSetBack() throws Exception {
        try (IdempotencyTokens tokens = open()) {
            String token = tokens.issue();
            ((TokenUse) tokens.begin(token)).release();
            long ahead = (System.currentTimeMillis() + Duration.ofDays(300).toMillis()) * 1000;
            Servers.execute(database, "UPDATE distid_token SET fence = " + ahead);
            assertThat(((TokenUse) tokens.begin(token)).fence()).isEqualTo(ahead + 1);
        }
    }

    @Test
    void rowThatIsToBeForgottenCountsAsGone() throws Exception {
        try (IdempotencyTokens issuing = open();
                IdempotencyTokens clients = open("client-made", "true")) {
            assertThat(clients.consume("order-1")).isEqualTo(Consumption.ACCEPTED);
            Servers.execute(database, "UPDATE distid_token SET kept_until = 1");
            assertThat(issuing.consume("order-1")).isEqualTo(Consumption.UNKNOWN);
            assertThat(clients.consume("order-1", new byte[1])).isEqualTo(Consumption.ACCEPTED);
            assertThat(clients.consume("order-1", new byte[1])).isEqualTo(Consumption.CONSUMED);
        }
    }
}
