package io.distid.uuid;

import io.distid.ConfigException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * The 48 bits of a version 1 or 6 UUID that distinguish machines.
 *
 * <p>A random node carries the multicast bit, which no network card's address has, so the two cannot meet. Immutable.
 *
 * @param value 48 bits
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-6.10">RFC 9562, section 6.10</a>
 */
public record Node(long value, boolean isRandom) {
    private static final long MULTICAST = 1L << 40;
    /** The bit of locally administered addresses. A container's address is usually derived from its network address, which many hosts have. */
    private static final long LOCAL = 1L << 41;

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if it has more than 48 bits, or is random without the multicast bit
     */
    public Node {
        if (value >>> 48 != 0) {
            throw new IllegalArgumentException("a node has 48 bits: " + Long.toHexString(value));
        }
        if (isRandom && (value & MULTICAST) == 0) {
            throw new IllegalArgumentException("a random node has the multicast bit: " + Long.toHexString(value));
        }
    }

    /** A new random node: 47 bits from {@link java.security.SecureRandom} and the multicast bit. */
    public static Node random() {
        return new Node(ThreadRandom.systemWord() >>> 16 | MULTICAST, true);
    }

    /**
     * The address of this machine's first network card that has a universal one. Every id then tells which machine made it.
     *
     * @throws ConfigException if no network card shows a universal, non-zero address; a local one may be another machine's, too
     */
    public static Node mac() {
        List<byte[]> addresses = new ArrayList<>();
        try {
            for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                byte[] address = card.getHardwareAddress();
                if (address != null && !card.isLoopback()) {
                    addresses.add(address);
                }
            }
        } catch (SocketException e) {
            throw new ConfigException("the network cards cannot be read: " + e.getMessage() + "; take node=random", e);
        }
        return mac(addresses);
    }

    /** The first of some cards' addresses that is universal. */
    static Node mac(List<byte[]> addresses) {
        List<Node> local = new ArrayList<>();
        for (byte[] address : addresses) {
            if (address.length == 6) {
                Node node = of(HexFormat.of().formatHex(address));
                if (node.value != 0 && (node.value & (MULTICAST | LOCAL)) == 0) {
                    return node;
                }
                local.add(node);
            }
        }
        throw new ConfigException("no network card has a universal MAC address"
                + (local.isEmpty() ? "" : ", only " + local + ", which other machines may have, too")
                + ": take node=random, or give 12 hexadecimal digits that no other machine has");
    }

    /**
     * A node that the operator assigns.
     *
     * @param hex 12 hexadecimal digits
     * @throws IllegalArgumentException if they are not
     */
    public static Node of(String hex) {
        if (!hex.matches("[0-9a-fA-F]{12}")) {
            throw new IllegalArgumentException("a node is 12 hexadecimal digits: \"" + hex + "\"");
        }
        return new Node(Long.parseLong(hex, 16), false);
    }

    /** Whether it may have been drawn at random. */
    boolean isMulticast() {
        return (value & MULTICAST) != 0;
    }

    /** Whether the settings ask for a random one. */
    static boolean isRandom(IdConfig config) {
        return config.text("node").equals("random");
    }

    static Node of(IdConfig config) {
        String node = config.text("node");
        return switch (node) {
            case "random" -> random();
            case "mac" -> mac();
            default -> of(node);
        };
    }

    static List<ConfigKey> keys(List<ConfigKey> others) {
        List<ConfigKey> keys = new ArrayList<>(others);
        keys.add(ConfigKey.matching(
                "node",
                "random|mac|[0-9a-fA-F]{12}",
                "random, mac or 12 hexadecimal digits",
                "random",
                "random, this machine's universal MAC address, or 12 hex digits"));
        return List.copyOf(keys);
    }

    /** The 12 hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(value, 12);
    }
}
