package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * {@code worker=ip}: the low bits of the node's private IPv4 address (RFC 1918, and 100.64/10 of RFC 6598).
 *
 * <p>A node with several such addresses needs {@code worker.address}.
 *
 * <p>The id is unique only within a network whose nodes differ in those bits. In a /16, 16 bits are unique. Across the /24s that a Kubernetes cluster
 * gives its nodes, 8 or 10 bits are not. A container on Docker's own network has an address that each host assigns, such as 172.17.0.2. So use it as
 * the id that a leased source tries first. Stateless: safe for use by any number of threads.
 */
public final class IpWorkerIdsProvider implements WorkerIdsProvider {
    /** For ServiceLoader. */
    public IpWorkerIdsProvider() {}

    @Override
    public String name() {
        return "ip";
    }

    @Override
    public String summary() {
        return "the low bits of the private IPv4 address; unique only within one network";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.integer("address-bits", 1, 31, 16L, "how many of the address's low bits make the id"),
                ConfigKey.matching(
                        "address",
                        "\\d{1,3}(\\.\\d{1,3}){3}",
                        "an IPv4 address such as 10.0.3.7",
                        null,
                        "the address to use; default: the only private one"));
    }

    @Override
    public WorkerIds open(IdConfig config) {
        int bits = Math.toIntExact(config.integer("address-bits"));
        byte[] address = config.has("address") ? parse(config) : LocalIpAddress.read();
        long id = lowBits(address, bits);
        String origin = "the low " + bits + " bits of address " + LocalIpAddress.text(address);
        System.getLogger(IpWorkerIdsProvider.class.getName()).log(Level.INFO, "worker id " + id + " is " + origin);
        return new DerivedWorkerIds(id, origin);
    }

    /**
     * This node's only private IPv4 address, of interfaces that are up and lead to other machines. Bridges of container engines do not count.
     *
     * @return such as {@code 10.0.3.7}
     * @throws ConfigException if it has none or several; the message lists those it has
     */
    public static String localAddress() {
        return LocalIpAddress.text(LocalIpAddress.read());
    }

    /** The low bits of an IPv4 address. */
    static long lowBits(byte[] address, int bits) {
        long value = 0;
        for (byte part : address) {
            value = value << 8 | part & 0xff;
        }
        return value & (1L << bits) - 1;
    }

    private static byte[] parse(IdConfig config) {
        String[] parts = config.text("address").split("\\.");
        byte[] address = new byte[4];
        for (int i = 0; i < 4; i++) {
            int part = Integer.parseInt(parts[i]);
            if (part > 255) {
                throw config.invalid("address", "four numbers from 0 to 255");
            }
            address[i] = (byte) part;
        }
        return address;
    }
}
