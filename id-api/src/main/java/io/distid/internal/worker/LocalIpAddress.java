package io.distid.internal.worker;

import io.distid.ConfigException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * This node's private IPv4 address. The provider is loaded by whoever opens any source of worker ids by name; the runtime's classes for
 * networks are loaded with this class, so only by who asks for an address.
 *
 * <p>It is the only one there is, since none can be chosen: Java lists interfaces, and the addresses of one, in no order that it promises (on Linux the last
 * one first), so that the first might be that of a bridge for containers, which is the same on each host, or one that moves from host to host
 * on a failover.
 */
final class LocalIpAddress {
    /** Of Linux: interfaces that join others have a folder there. */
    private static final String BRIDGE = "/sys/class/net/%s/bridge";

    private LocalIpAddress() {}

    /** An address, and what it was seen at. */
    record Seen(String network, boolean bridge, byte[] address) {
        @Override
        public String toString() {
            return text(address) + " of " + (bridge ? "bridge " : "") + network;
        }
    }

    /**
     * The only private one of the interfaces that are up and lead to others.
     *
     * @throws ConfigException if there is none, or several; the message lists those seen
     */
    static byte[] read() {
        return privateAddress(localAddresses());
    }

    /** The only private one that is no bridge's: one of a container engine is the same on each host, and none tells which kind it is. */
    static byte[] privateAddress(List<Seen> seen) {
        List<Seen> found = seen.stream()
                .filter(each -> isPrivate(each.address) && !each.bridge)
                .toList();
        if (found.size() == 1) {
            return found.get(0).address;
        }
        throw new ConfigException(
                found.isEmpty()
                        ? "no private IPv4 address (10/8, 172.16/12, 192.168/16, 100.64/10) among "
                                + (seen.isEmpty() ? "none at all" : list(seen))
                                + ": give key address, or take another source of worker ids"
                        : "several private IPv4 addresses: " + list(found)
                                + "; give key address, the one that no other node ever has");
    }

    private static String list(List<Seen> seen) {
        return seen.stream().map(Seen::toString).collect(Collectors.joining(", "));
    }

    static boolean isPrivate(byte[] address) {
        int first = address[0] & 0xff;
        int second = address[1] & 0xff;
        return first == 10
                || first == 172 && second >= 16 && second < 32
                || first == 192 && second == 168
                || first == 100 && second >= 64 && second < 128;
    }

    private static List<Seen> localAddresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(LocalIpAddress::leadsToOthers)
                    .flatMap(LocalIpAddress::addresses)
                    .toList();
        } catch (SocketException e) {
            throw new ConfigException(
                    "the network interfaces cannot be read: " + e.getMessage() + "; give key address", e);
        }
    }

    /** Not this host's own, not one without a network, and no tunnel, which has an address of another network. */
    private static boolean leadsToOthers(NetworkInterface network) {
        try {
            return network.isUp() && !network.isLoopback() && !network.isPointToPoint();
        } catch (SocketException e) {
            // It has gone meanwhile, as a container's does.
            return false;
        }
    }

    private static Stream<Seen> addresses(NetworkInterface network) {
        boolean bridge = Files.isDirectory(Path.of(String.format(BRIDGE, network.getName())));
        return network.getInterfaceAddresses().stream()
                .map(InterfaceAddress::getAddress)
                .flatMap(address -> address instanceof Inet4Address four ? Stream.of(four) : Stream.empty())
                .map(InetAddress::getAddress)
                .map(address -> new Seen(network.getName(), bridge, address));
    }

    static String text(byte[] address) {
        return (address[0] & 0xff) + "." + (address[1] & 0xff) + "." + (address[2] & 0xff) + "." + (address[3] & 0xff);
    }
}
