package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file beside the counter, so that a client that is started anew notices a Redis that went back. */
class RedisIncrFileTest {
    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();
    private Path file;

    @BeforeEach
    void nameTheFile(@TempDir Path directory) {
        file = directory.resolve("ids");
    }

    private Map<String, String> config(String... more) {
        return ConfigPairs.with(
                RedisFixture.config(
                        server.url(), "key", key, "create", "true", "file", file.toString(), "file-step", "100"),
                more);
    }

    private LongIdGenerator open(String... more) {
        return IdGenerators.openLong("redis-incr", config(more));
    }

    private long first(String... more) {
        try (LongIdGenerator ids = open(more)) {
            return ids.nextId();
        }
    }

    /** What a crash leaves. */
    private void afterACrash(long issued) throws IOException {
        Path crashed = file.resolveSibling("crashed");
        try (LongIdGenerator ids = open("file-create", "true")) {
            for (long i = 0; i < issued; i++) {
                ids.nextId();
            }
            Files.copy(file, crashed);
        }
        Files.move(crashed, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void keyThatNoFileHoldsIsRefused() {
        String longest = "k".repeat(1000);
        assertThatThrownBy(() -> open("key", longest + "k", "file-create", "true"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("at most 1000 characters");
        assertThat(file).doesNotExist();
        assertThat(first("key", longest, "file-create", "true")).isEqualTo(1);
        assertThat(first("key", longest)).isEqualTo(2);
    }

    /** A file is of the key that it was made for. */
    @Test
    void aKeyThatIsMisspeltMakesNoFileByWhichTheRightOneWouldBeRefused() {
        RedisFixture.setCounter(server, key, 41);
        assertThatThrownBy(() -> open("key", key + "x", "create", "false", "file-create", "true"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key + "x");
        assertThatThrownBy(() -> open("key", key + "x", "create", "false", "file-create", "true", "period", "day"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key + "x");
        assertThat(file).doesNotExist();
        assertThat(first("create", "false", "file-create", "true")).isEqualTo(42);
    }

    @Test
    void aServerThatIsNotDurableEnoughIsRefusedBeforeKeyAndFileAreMade() {
        assertThatThrownBy(() -> open("file-create", "true", "durability", "require"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("durability");
        assertThat(file).doesNotExist();
        assertThat(RedisFixture.<Boolean>ask(server, client -> client.exists(key)))
                .isFalse();
    }

    @Test
    void aCleanRestartGoesOnWithTheNextId() {
        assertThat(first("file-create", "true")).isEqualTo(1);
        assertThat(first()).isEqualTo(2);
        assertThat(first()).isEqualTo(3);
    }

    @Test
    void aCounterThatWentBackIsRefusedAtOpeningAndRepeatsIdsWithoutTheFile() {
        try (LongIdGenerator ids = open("file-create", "true")) {
            ids.nextIds(new long[250], 0, 250);
        }
        RedisFixture.setCounter(server, key, 249);
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("holds 249, but 250 was seen")
                .hasMessageContaining("Floor file " + file);
        Map<String, String> without = RedisFixture.config(server.url(), "key", key);
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", without)) {
            assertThat(ids.nextId()).as("the control repeats").isEqualTo(250);
        }
        assertThat(first()).isEqualTo(251);
    }

    @Test
    void aCounterThatIsGoneIsNotMadeAnew() {
        first("file-create", "true");
        RedisFixture.ask(server, client -> client.del(key));
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("is gone; 1 was seen");
    }

    @Test
    void afterACrashTheCounterThatWentBackByLessThanAStepRepeatsNothing() throws IOException {
        afterACrash(50);
        RedisFixture.setCounter(server, key, 7);
        assertThat(first()).isEqualTo(101);
        assertThat(first()).isEqualTo(102);
    }

    @Test
    void afterACrashTheCounterThatWentBackByMoreIsRefused() throws IOException {
        afterACrash(150);
        RedisFixture.setCounter(server, key, 100);
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("101 was seen");
    }

    @Test
    void aStepOfOneSkipsNothingAfterACrash() throws IOException {
        Path crashed = file.resolveSibling("crashed");
        try (LongIdGenerator ids = open("file-create", "true", "file-step", "1")) {
            ids.nextIds(new long[10], 0, 10);
            Files.copy(file, crashed);
        }
        Files.move(crashed, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(first("file-step", "1")).isEqualTo(11);
    }

    @Test
    void noIdAboveTheBoundIsIssuedBeforeTheFileHasIt() throws Exception {
        try (LongIdGenerator ids = open("file-create", "true", "file-step", "7")) {
            for (int i = 0; i < 50; i++) {
                long id = ids.nextId();
                assertThat(bound()).isBetween(id, id + 6);
            }
        }
    }

    @Test
    void idsOfSeveralThreadsAreUniqueAndAllBelowWhatACloseWrites() throws Exception {
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        try (LongIdGenerator ids = open("file-create", "true", "file-step", "10")) {
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(i -> new Thread(() -> IntStream.range(0, 200).forEach(n -> seen.add(ids.nextId()))))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(seen).hasSize(800);
        assertThat(bound()).isEqualTo(800);
    }

    @Test
    void aPeriodThatWentBackIsRefusedAndSoIsASequenceThatIsGone() {
        String[] month = {"period", "month", "width", "4"};
        long id = first("file-create", "true", "period", "month", "width", "4");
        assertThat(first(month)).isEqualTo(id + 1);
        String counter = "{" + key + "}:" + id / 10_000;
        RedisFixture.set(server, counter, "1");
        try (LongIdGenerator ids = open(month)) {
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("2 was seen");
        }
        RedisFixture.ask(server, client -> client.del(key, counter));
        assertThatThrownBy(() -> open(month))
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("is gone");
    }

    @Test
    void theFilesBoundEndsWithThePeriod() throws IOException {
        long id = first("file-create", "true", "period", "month", "width", "2");
        try (LongIdGenerator ids = open("period", "month", "width", "2")) {
            ids.nextId();
            assertThat(bound()).isEqualTo(id + 98);
        }
    }

    @Test
    void aFileOfAnotherKeyOrNumberingIsRefused() {
        first("file-create", "true");
        assertThatThrownBy(() -> open("key", "another"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is of redis-incr, key " + key + ", not of redis-incr, key another");
        assertThatThrownBy(() -> open("period", "day")).hasMessageContaining("numbered day/8/UTC");
    }

    @Test
    void aFileThatIsMissingHeldTornOrUnaskedForIsRefused() throws IOException {
        assertThatThrownBy(this::open).isInstanceOf(ConfigException.class).hasMessageContaining("file-create=true");
        try (LongIdGenerator ids = open("file-create", "true")) {
            assertThatThrownBy(this::open).isInstanceOf(ConfigException.class).hasMessageContaining("in use");
            assertThat(ids.nextId()).isEqualTo(1);
        }
        Files.writeString(file, Files.readString(file).replace("bound 1", "bound 0"));
        assertThatThrownBy(this::open).isInstanceOf(BackendException.class).hasMessageContaining("is not whole");
        Map<String, String> without = RedisFixture.config(server.url(), "key", key, "file-create", "true");
        assertThatThrownBy(() -> IdGenerators.openLong("redis-incr", without))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("file-create");
        assertThatThrownBy(() -> open("file", "/no/such/directory/ids", "file-create", "true"))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("directory");
    }

    @Test
    void aFileThatIsDeletedWhileInUseEndsTheIdsAtItsBound() throws IOException {
        LongIdGenerator ids = open("file-create", "true", "file-step", "3");
        ids.nextId();
        Files.delete(file);
        assertThat(ids.nextId()).isEqualTo(2);
        assertThat(ids.nextId()).isEqualTo(3);
        assertThatThrownBy(ids::nextId).isInstanceOf(BackendException.class).hasMessageContaining("is gone");
        assertThatThrownBy(ids::close).isInstanceOf(BackendException.class).hasMessageContaining("is gone");
        // Closed all the same: another may hold it.
        assertThat(first("file-create", "true")).isGreaterThan(3);
    }

    @Test
    void aDirectoryThatCannotBeWrittenEndsTheIdsUntilItCan() throws IOException {
        try (LongIdGenerator ids = open("file-create", "true", "file-step", "1")) {
            long last = ids.nextId();
            Path away = file.resolveSibling("away");
            Path home = Files.createDirectory(away);
            Files.move(file, home.resolve("ids"));
            Files.createDirectory(file);
            assertThatThrownBy(ids::nextId).isInstanceOf(BackendException.class).hasMessageContaining("floor file");
            Files.delete(file);
            Files.move(home.resolve("ids"), file);
            assertThat(ids.nextId())
                    .as("the number of the failed call is burned")
                    .isEqualTo(last + 2);
        }
    }

    @Test
    void anInterruptedCallerGetsItsIdAndStaysInterrupted() {
        try (LongIdGenerator ids = open("file-create", "true", "file-step", "1")) {
            Thread.currentThread().interrupt();
            long id = ids.nextId();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(id).isEqualTo(1);
            assertThat(ids.nextId()).isEqualTo(2);
        }
    }

    @Test
    void interruptsInTheMidstOfAWriteLoseNoId() throws InterruptedException {
        try (LongIdGenerator ids = open("file-create", "true", "file-step", "1")) {
            long[] drawn = new long[100];
            AtomicInteger done = new AtomicInteger();
            Thread drawer = new Thread(() -> {
                for (int i = 0; i < drawn.length; i++) {
                    drawn[i] = ids.nextId();
                    done.incrementAndGet();
                }
            });
            drawer.start();
            // One for each id, at any moment of it: a thread that is interrupted all the time never ends a write.
            for (int id = 0; id < drawn.length; id++) {
                while (done.get() < id && drawer.isAlive()) {
                    Thread.onSpinWait();
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(500_000));
                drawer.interrupt();
            }
            drawer.join();
            assertThat(drawn)
                    .containsExactly(LongStream.rangeClosed(1, drawn.length).toArray());
        }
    }

    private long bound() throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("bound "))
                .mapToLong(line -> Long.parseLong(line.substring("bound ".length())))
                .findFirst()
                .orElseThrow();
    }
}
