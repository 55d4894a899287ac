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
 * This node's private IPv4 address. Opening any source of worker ids by name loads the provider. The runtime's classes for networks are loaded only
 * with this class, when somebody asks for an address.
 *
 * <p>There must be only one such address, since distid cannot choose. Java lists interfaces and their addresses in no promised order (on Linux the
 * last one first). So the first address might be that of a bridge for containers, which is the same on each host. It might also be an address that
 * moves from host to host on a failover.
 */
final class LocalIpAddress {
    /** On Linux, bridges have a folder there. */
    private static final String BRIDGE = "/sys/class/net/%s/bridge";

    private LocalIpAddress() {}

    /** An address and its interface. */
    record Seen(String network, boolean bridge, byte[] address) {
        @Override
        public String toString() {
            return text(address) + " of " + (bridge ? "bridge " : "") + network;
        }
    }

    /**
     * The only private address of the interfaces that are up and lead to other machines.
     *
     * @throws ConfigException if there is none, or several; the message lists all addresses
     */
    static byte[] read() {
        return privateAddress(localAddresses());
    }

    /**
     * The only private address that is not a bridge's. A container engine's bridge has the same address on each host, and bridges do not show their
     * kind.
     */
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
                                + (seen.isEmpty() ? "no addresses at all" : list(seen))
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

    /** Excludes the loopback interface, interfaces that are down, and tunnels, which have an address of another network. */
    private static boolean leadsToOthers(NetworkInterface network) {
        try {
            return network.isUp() && !network.isLoopback() && !network.isPointToPoint();
        } catch (SocketException e) {
            // The interface has just disappeared, as a container's does.
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
