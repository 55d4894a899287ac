package io.distid.worker;

import io.distid.ConfigException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Stream;

/**
 * This node's private IPv4 address. The provider is loaded by whoever opens any source of worker ids by name; the runtime's classes for
 * networks are loaded with this class, so only by who asks for an address.
 */
final class LocalIpAddress {
    private LocalIpAddress() {}

    /**
     * The first private one.
     *
     * @throws ConfigException if there is none; the message lists those seen
     */
    static byte[] read() {
        return privateAddress(localAddresses());
    }

    /** The first private one of several addresses. */
    static byte[] privateAddress(List<byte[]> seen) {
        return seen.stream()
                .filter(LocalIpAddress::isPrivate)
                .findFirst()
                .orElseThrow(() ->
                        new ConfigException("no private IPv4 address (10/8, 172.16/12, 192.168/16, 100.64/10) among "
                                + (seen.isEmpty()
                                        ? "none at all"
                                        : String.join(
                                                ", ",
                                                seen.stream()
                                                        .map(LocalIpAddress::text)
                                                        .toList()))
                                + ": give worker.address, or take another source of worker ids"));
    }

    static boolean isPrivate(byte[] address) {
        int first = address[0] & 0xff;
        int second = address[1] & 0xff;
        return first == 10
                || first == 172 && second >= 16 && second < 32
                || first == 192 && second == 168
                || first == 100 && second >= 64 && second < 128;
    }

    private static List<byte[]> localAddresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(network -> network.getInterfaceAddresses().stream())
                    .map(InterfaceAddress::getAddress)
                    .flatMap(address -> address instanceof Inet4Address four ? Stream.of(four) : Stream.empty())
                    .map(InetAddress::getAddress)
                    .toList();
        } catch (SocketException e) {
            throw new ConfigException(
                    "the network interfaces cannot be read: " + e.getMessage() + "; give worker.address", e);
        }
    }

    static String text(byte[] address) {
        return (address[0] & 0xff) + "." + (address[1] & 0xff) + "." + (address[2] & 0xff) + "." + (address[3] & 0xff);
    }
}
