package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.UuidGenerator;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeTest {

    @Test
    void randomNodeHasTheMulticastBitAndDiffersEachTime() {
        Set<Node> nodes = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            Node node = Node.random();
            assertThat(node.value() & 1L << 40).isNotZero();
            assertThat(node.value() >>> 48).isZero();
            assertThat(nodes.add(node)).isTrue();
        }
    }

    @Test
    void givenNodeIsInEachId() {
        for (String strategy : new String[] {"uuid-v1", "uuid-v6"}) {
            try (UuidGenerator ids = IdGenerators.openUuid(strategy, Map.of("node", "0242AC110002"))) {
                assertThat(ids.nextUuid().toString()).endsWith("-0242ac110002");
                assertThat(ids.traits().notes())
                        .anyMatch(note -> note.contains("shows which machine"))
                        .anyMatch(note -> note.contains("2^-14"));
            }
        }
    }

    @Test
    void macIsACardsOrOpeningFails() throws Exception {
        boolean some = Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .anyMatch(NodeTest::hasUsableAddress);
        if (some) {
            Node mac = Node.mac();
            assertThat(mac.isRandom()).isFalse();
            assertThat(mac.value()).isPositive();
            assertThat(mac.value() & 3L << 40).isZero();
        } else {
            assertThatThrownBy(Node::mac)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("no network card has a universal MAC address")
                    .hasMessageContaining("take node=random");
        }
    }

    /** As each Docker host's first container has by default: made of an address that all such hosts give out. */
    @Test
    void addressThatNobodyAssignedIsNoNode() {
        byte[] local = HexFormat.of().parseHex("0242ac110002");
        byte[] universal = HexFormat.of().parseHex("001b21000102");
        assertThat(Node.mac(List.of(local, universal))).hasToString("001b21000102");
        assertThatThrownBy(() -> Node.mac(List.of(local, new byte[6], new byte[8])))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "no network card has a universal MAC address, only [0242ac110002, 000000000000], which other machines"
                                + " may have, too: take node=random, or give 12 hexadecimal digits that no other machine has");
        assertThatThrownBy(() -> Node.mac(List.of()))
                .hasMessageStartingWith("no network card has a universal MAC address: take node=random");
    }

    @Test
    void generatorsOfOneNodeShareNoClockSequence() {
        Set<Integer> sequences = new HashSet<>();
        Node node = Node.of("0242ac1100ff");
        for (int i = 0; i < 500; i++) {
            try (UuidGenerator ids =
                    i % 2 == 0 ? UuidV1.open(UuidClock.exact(), node) : UuidV6.open(UuidClock.exact(), node)) {
                UUID uuid = ids.nextUuid();
                assertThat(uuid.variant()).isEqualTo(2);
                assertThat(sequences.add((int) (uuid.getLeastSignificantBits() >>> 48 & 0x3FFF)))
                        .isTrue();
            }
        }
    }

    @Test
    void nodeIsTwelveHexDigits() {
        for (String hex : new String[] {"", "0242ac11000", "0242ac1100020", "0242ac11000g", "02:42:ac:11:00:02"}) {
            assertThatThrownBy(() -> Node.of(hex))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"" + hex + "\"");
        }
        assertThat(Node.of("0242AC110002")).hasToString("0242ac110002");
        assertThatThrownBy(() -> new Node(1L << 48, false)).hasMessageContaining("48 bits");
        assertThatThrownBy(() -> new Node(1, true)).hasMessageContaining("multicast bit");
    }

    @Test
    void randomNodesTraitsTellNothingOfAMachine() {
        try (UuidV6 ids = UuidV6.open()) {
            IdTraits traits = ids.traits();
            assertThat(traits.notes())
                    .anyMatch(note -> note.contains("2^-61"))
                    .noneMatch(note -> note.contains("which machine"));
        }
    }

    private static boolean hasUsableAddress(NetworkInterface card) {
        try {
            byte[] address = card.getHardwareAddress();
            return address != null && address.length == 6 && (address[0] & 3) == 0 && !card.isLoopback();
        } catch (java.net.SocketException e) {
            return false;
        }
    }
}
