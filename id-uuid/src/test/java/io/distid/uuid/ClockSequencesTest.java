package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.IdsExhaustedException;
import io.distid.UuidGenerator;
import io.distid.internal.process.CopyDetector;
import io.distid.testkit.Eventually;
import io.distid.testkit.ManualClock;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockSequencesTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final ManualClock source = new ManualClock(START);
    private final UuidClock clock = new UuidClock(source, UuidClock.exact().maxLead(), Duration.ZERO);

    @ParameterizedTest
    @ValueSource(strings = {"0242ac11aa01", "random"})
    void openGeneratorsOfOneNodeShareNoClockSequenceAndTheOneTooManyIsRefused(String name) {
        Node node = name.equals("random") ? Node.random() : Node.of(name);
        Set<Long> lows = new HashSet<>();
        List<UuidGenerator> open = new ArrayList<>();
        for (int i = 0; i < ClockSequences.COUNT; i++) {
            UuidGenerator ids = i % 2 == 0 ? UuidV6.open(clock, node) : UuidV1.open(clock, node);
            open.add(ids);
            assertThat(lows.add(ids.nextUuid().getLeastSignificantBits())).isTrue();
        }
        assertThatThrownBy(() -> UuidV6.open(clock, node))
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessageContaining("all 16384 clock sequences of node " + node)
                .hasMessageContaining("close those that are no longer used");
        UUID last = open.get(4_711).nextUuid();
        open.get(4_711).close();
        try (UuidV6 next = UuidV6.open(clock, node)) {
            UUID id = next.nextUuid();
            assertThat(id.getLeastSignificantBits()).isEqualTo(last.getLeastSignificantBits());
            assertThat(Uuids.time(id)).isAfter(Uuids.time(last));
        }
        open.forEach(UuidGenerator::close);
    }

    /** Each test leaves thousands, and whoever opens a generator looks through the names of all properties. */
    @AfterEach
    void removeProperties() {
        System.getProperties().keySet().removeIf(name -> name.toString().startsWith("io.distid.uuid.clock-sequence:"));
    }

    @Test
    void digitsOfARandomNodeAreTheSameNode() {
        Node random = Node.random();
        ClockSequences sequences = ClockSequences.of(random);
        assertThat(ClockSequences.of(Node.of(random.toString()))).isSameAs(sequences);
        assertThat(ClockSequences.of(random)).isSameAs(sequences);
        Node given = Node.of(Node.random().toString());
        assertThat(ClockSequences.of(new Node(given.value(), true))).isSameAs(ClockSequences.of(given));
    }

    @Test
    void stateOfARandomNodeThatWasGivenOutlivesItsGenerators() {
        Node node = Node.random();
        assertIsKnown(node, drawAndForget(UuidV6.open(clock, node)));
        assertIsKnown(node, drawAndForget(UuidV1.open(clock, node)));
        assertIsKnown(new Node(node.value(), true), drawAndForget(UuidV6.open(clock, new Node(node.value(), true))));
        assertIsKnown(Node.of(node.toString()), drawAndForget(UuidV6.open(clock, node)));
    }

    @Test
    void stateOfARandomNodeThatAGeneratorDrewAndShowedOutlivesIt() {
        List<Node> told = new ArrayList<>();
        UUID last = drawAndTell(told);
        assertIsKnown(told.get(0), last);
    }

    @Test
    void randomNodeThatAGeneratorDrewAndNeverShowedIsForgottenWithIt() {
        WeakReference<ClockSequences> own = openedAndClosed();
        Eventually.await("its collection").until(() -> {
            System.gc();
            return own.refersTo(null);
        });
    }

    @Test
    void generatorsOneAfterAnotherRepeatNothingThoughTheClockStands() {
        Node node = Node.of("0242ac11aa02");
        Set<UUID> seen = new HashSet<>();
        int generators = ClockSequences.COUNT + 500;
        for (int i = 0; i < generators; i++) {
            try (UuidGenerator ids = UuidV6.open(clock, node)) {
                seen.add(ids.nextUuid());
                seen.add(ids.nextUuid());
            }
        }
        assertThat(seen).hasSize(2 * generators);
    }

    @Test
    void aClosedGeneratorsClockSequenceIsTakenAgainOnlyWhenAllOthersWereTaken() {
        Node node = Node.of("0242ac11aa03");
        Set<Integer> sequences = new HashSet<>();
        for (int i = 0; i < ClockSequences.COUNT; i++) {
            try (UuidGenerator ids = UuidV6.open(clock, node)) {
                assertThat(sequences.add(sequence(ids.nextUuid()))).isTrue();
            }
        }
    }

    @Test
    void version1StopsWhenTheClockStandsBehindEachClockSequenceAndGoesOnLater() {
        UuidClock brief = clock.withMaxLead(Duration.ofSeconds(1));
        Set<UUID> seen = new HashSet<>();
        try (UuidV1 ids = UuidV1.open(brief, Node.of("0242ac11aa04"))) {
            for (int i = 0; i < ClockSequences.COUNT; i++) {
                assertThat(seen.add(ids.nextUuid())).isTrue();
                source.stepBack(Duration.ofSeconds(2));
            }
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
            source.set(START);
            for (int i = 0; i < 1_000; i++) {
                source.stepBack(Duration.ofSeconds(2));
                assertThat(seen.add(ids.nextUuid())).isTrue();
                source.advance(Duration.ofSeconds(2).plusMillis(1));
                assertThat(seen.add(ids.nextUuid())).isTrue();
            }
        }
    }

    @Test
    void threadsRepeatNothingWhileVersion1ChangesItsClockSequence() throws Exception {
        UuidClock brief = clock.withMaxLead(Duration.ofMillis(5));
        List<CompletableFuture<List<UUID>>> drawn = new ArrayList<>();
        try (UuidV1 ids = UuidV1.open(brief, Node.of("0242ac11aa05"))) {
            for (int thread = 0; thread < 4; thread++) {
                CompletableFuture<List<UUID>> mine = new CompletableFuture<>();
                drawn.add(mine);
                new Thread(() -> mine.completeAsync(() -> draw(ids), Runnable::run)).start();
            }
            while (!drawn.stream().allMatch(CompletableFuture::isDone)) {
                source.stepBack(Duration.ofMillis(20));
                source.advance(Duration.ofMillis(21));
            }
        }
        Set<UUID> seen = new HashSet<>();
        for (CompletableFuture<List<UUID>> ids : drawn) {
            ids.join().forEach(id -> assertThat(seen.add(id)).isTrue());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0242ac11aa06", "random"})
    void copyTakesANewClockSequenceAndKeepsTheOrder(String name) {
        boolean isRandom = name.equals("random");
        try (UuidV6 ids = UuidV6.open(clock, isRandom ? Node.random() : Node.of(name));
                UuidV1 unordered = UuidV1.open(clock, isRandom ? Node.random() : Node.of(name))) {
            source.advance(Duration.ofMillis(5));
            UUID last = ids.nextUuid();
            UUID lastUnordered = unordered.nextUuid();
            source.stepBack(Duration.ofMillis(5));
            for (int copy = 0; copy < 10; copy++) {
                CopyDetector.system().restored();
                UUID next = ids.nextUuid();
                assertThat(next).usingComparator(Uuids.UNSIGNED).isGreaterThan(last);
                assertThat(next.getLeastSignificantBits()).isNotEqualTo(last.getLeastSignificantBits());
                assertThat(node(next) == node(last)).isEqualTo(!isRandom);
                UUID nextUnordered = unordered.nextUuid();
                assertThat(nextUnordered.getLeastSignificantBits())
                        .isNotEqualTo(lastUnordered.getLeastSignificantBits());
                last = next;
                lastUnordered = nextUnordered;
            }
        }
    }

    @Test
    void twoClassLoadersOfAProcessShareNoClockSequenceOfAGivenNode() throws Exception {
        String node = "0242ac11aa07";
        List<UuidGenerator> open = new ArrayList<>();
        try (URLClassLoader application = new URLClassLoader(
                new URL[] {locationOf(UuidV6.class), locationOf(UuidGenerator.class)},
                ClassLoader.getPlatformClassLoader())) {
            AutoCloseable other = openIn(application, node);
            UUID id = (UUID) application
                    .loadClass(UuidGenerator.class.getName())
                    .getMethod("nextUuid")
                    .invoke(other);
            for (int i = 0; i < ClockSequences.COUNT - 1; i++) {
                UuidGenerator ids = UuidV6.open(UuidClock.exact(), Node.of(node));
                open.add(ids);
                assertThat(sequence(ids.nextUuid())).isNotEqualTo(sequence(id));
            }
            assertThatThrownBy(() -> UuidV6.open(UuidClock.exact(), Node.of(node)))
                    .isInstanceOf(IdsExhaustedException.class);
            other.close();
            UuidGenerator next = UuidV6.open(UuidClock.exact(), Node.of(node));
            open.add(next);
            UUID after = next.nextUuid();
            assertThat(sequence(after)).isEqualTo(sequence(id));
            assertThat(Uuids.time(after)).isAfter(Uuids.time(id));
        } finally {
            open.forEach(UuidGenerator::close);
        }
    }

    /** On a thread of its own, since one that is not to be had would be asked for without end. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void clockSequencesThatWereTakenForNothingAreTakenAgain() {
        ClockSequences sequences = ClockSequences.of(Node.of("0242ac11aa08"));
        for (int i = 0; i < ClockSequences.COUNT + 1; i++) {
            ClockSequences.Taken taken = sequences.take(START.toEpochMilli());
            assertThat(taken.usedUntil()).isEqualTo(Long.MIN_VALUE);
            sequences.release(taken.sequence(), Long.MIN_VALUE);
        }
    }

    /** Another class loader may take at once what is given back: what is given up too early is gone, and the generator with it. */
    @Test
    void generatorThatFindsNoOtherClockSequenceKeepsItsOwn() {
        String node = "0242ac11aa0b";
        UuidClock brief = clock.withMaxLead(Duration.ofSeconds(1));
        Properties before = System.getProperties();
        try (UuidV1 ids = UuidV1.open(brief, Node.of(node))) {
            UUID first = ids.nextUuid();
            for (int i = 0; i < ClockSequences.COUNT - 1; i++) {
                ClockSequences.of(Node.of(node)).take(START.toEpochMilli());
            }
            Properties greedy = new Properties() {
                @Override
                public synchronized Object setProperty(String key, String value) {
                    return super.setProperty(key, key.contains(node) ? Long.toString(ClockSequenceUses.HELD) : value);
                }
            };
            greedy.putAll(before);
            System.setProperties(greedy);
            source.stepBack(Duration.ofSeconds(2));
            assertThatThrownBy(ids::nextUuid).isInstanceOf(ClockBehindException.class);
            source.advance(Duration.ofSeconds(3));
            UUID next = ids.nextUuid();
            assertThat(sequence(next)).isEqualTo(sequence(first));
            assertThat(Uuids.time(next)).isAfter(Uuids.time(first));
        } finally {
            System.setProperties(before);
        }
    }

    @Test
    void aSecondCloseGivesTheClockSequenceBackThoughTheFirstHasFailed() {
        Node node = Node.of("0242ac11aa0c");
        UuidV6 ids = UuidV6.open(clock, node);
        UUID last = ids.nextUuid();
        for (int i = 0; i < ClockSequences.COUNT - 1; i++) {
            ClockSequences.of(node).take(START.toEpochMilli());
        }
        Properties before = System.getProperties();
        Properties failing = new Properties() {
            @Override
            public synchronized Object setProperty(String key, String value) {
                if (key.contains(node.toString())) {
                    throw new LinkageError("planted");
                }
                return super.setProperty(key, value);
            }
        };
        failing.putAll(before);
        try {
            System.setProperties(failing);
            assertThatThrownBy(ids::close).hasMessage("planted");
        } finally {
            System.setProperties(before);
        }
        assertThatThrownBy(ids::nextUuid).isInstanceOf(IllegalStateException.class);
        ids.close();
        try (UuidV6 next = UuidV6.open(clock, node)) {
            UUID id = next.nextUuid();
            assertThat(sequence(id)).isEqualTo(sequence(last));
            assertThat(Uuids.time(id)).isAfter(Uuids.time(last));
        }
    }

    @Test
    void aSecondCloseTakesNoClockSequenceFromItsNextHolder() {
        Node node = Node.of("0242ac11aa0d");
        UuidV6 ids = UuidV6.open(clock, node);
        for (int i = 0; i < ClockSequences.COUNT - 1; i++) {
            ClockSequences.of(node).take(START.toEpochMilli());
        }
        ids.close();
        try (UuidV6 next = UuidV6.open(clock, node)) {
            ids.close();
            assertThatThrownBy(() -> UuidV6.open(clock, node)).isInstanceOf(IdsExhaustedException.class);
            assertThat(next.nextUuid().version()).isEqualTo(6);
        }
    }

    /** As whoever sets the properties back does that he found before a test. */
    @Test
    void clockSequencesAreHeldAlsoOnceSomebodyHasRemovedTheirProperties() {
        ClockSequences sequences = ClockSequences.of(Node.of("0242ac11aa09"));
        long now = START.toEpochMilli();
        for (int i = 0; i < ClockSequences.COUNT - 1; i++) {
            sequences.take(now);
        }
        ClockSequences.Taken free = sequences.take(now);
        sequences.release(free.sequence(), now);
        System.getProperties().keySet().removeIf(name -> name.toString().contains(":0242ac11aa09/"));
        assertThat(sequences.take(now)).isEqualTo(new ClockSequences.Taken(free.sequence(), now));
        assertThatThrownBy(() -> sequences.take(now)).isInstanceOf(IdsExhaustedException.class);
    }

    /** On a thread of its own, as above: properties that have others as their defaults show what no step can replace. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void clockSequencesAreTakenAlsoWhereThePropertiesHaveDefaults() {
        Properties before = System.getProperties();
        Properties defaults = new Properties();
        defaults.putAll(before);
        for (int i = 0; i < ClockSequences.COUNT; i++) {
            defaults.setProperty("io.distid.uuid.clock-sequence:0242ac11aa0a/" + i, "1");
        }
        try {
            System.setProperties(new Properties(defaults));
            assertThat(ClockSequences.of(Node.of("0242ac11aa0a")).take(2).usedUntil())
                    .isEqualTo(Long.MIN_VALUE);
        } finally {
            System.setProperties(before);
        }
    }

    /** In a frame of its own, which refers to nothing once it has returned. */
    private WeakReference<ClockSequences> openedAndClosed() {
        Node node = Node.random();
        try (UuidV6 ids = UuidV6.open(UuidV6.epoch(), clock, node)) {
            ids.nextUuid();
            return new WeakReference<>(ClockSequences.of(node));
        }
    }

    private UUID drawAndTell(List<Node> told) {
        try (UuidV6 ids = UuidV6.open(UuidV6.epoch(), clock, Node.random())) {
            told.add(ids.node());
            return ids.nextUuid();
        }
    }

    private static UUID drawAndForget(UuidGenerator ids) {
        try (ids) {
            return ids.nextUuid();
        }
    }

    /** Of a node that is not, the next clock sequence would be random. */
    private void assertIsKnown(Node node, UUID last) {
        System.gc();
        try (UuidV6 next = UuidV6.open(clock, node)) {
            assertThat(sequence(next.nextUuid())).isEqualTo(sequence(last) + 1 & ClockSequences.COUNT - 1);
        }
    }

    private static AutoCloseable openIn(ClassLoader application, String node) throws ReflectiveOperationException {
        Class<?> clocks = application.loadClass(UuidClock.class.getName());
        Class<?> nodes = application.loadClass(Node.class.getName());
        return (AutoCloseable) application
                .loadClass(UuidV6.class.getName())
                .getMethod("open", clocks, nodes)
                .invoke(
                        null,
                        clocks.getMethod("exact").invoke(null),
                        nodes.getMethod("of", String.class).invoke(null, node));
    }

    private static URL locationOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static int sequence(UUID id) {
        return (int) (id.getLeastSignificantBits() >>> 48) & ClockSequences.COUNT - 1;
    }

    private static long node(UUID id) {
        return id.getLeastSignificantBits() & (1L << 48) - 1;
    }

    private static List<UUID> draw(UuidV1 ids) {
        List<UUID> drawn = new ArrayList<>();
        while (drawn.size() < 50_000) {
            try {
                drawn.add(ids.nextUuid());
            } catch (ClockBehindException e) {
                Thread.onSpinWait();
            }
        }
        return drawn;
    }
}
