package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import io.distid.worker.LeaseHealth;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DerivedWorkerIdsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void fixedIsTheIdConfigured() {
        assertThat(lease(new FixedWorkerIdsProvider(), Map.of("id", "25"), 0, 1023)
                        .workerId())
                .isEqualTo(25);
    }

    @Test
    void fixedIsCountedFromTheFirstIdOfItsDatacenter() {
        assertThat(lease(new FixedWorkerIdsProvider(), Map.of("id", "25"), 17 << 5, 17 << 5 | 31)
                        .workerId())
                .isEqualTo(17 << 5 | 25);
    }

    @Test
    void leaseIsNotDurable() {
        assertThat(lease(new FixedWorkerIdsProvider(), Map.of("id", "25"), 0, 1023)
                        .isDurable())
                .isFalse();
    }

    @Test
    void fixedHasNoDefault() {
        assertThatThrownBy(() -> lease(new FixedWorkerIdsProvider(), Map.of(), 0, 1023))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"id\" is not set");
    }

    @Test
    void idAboveTheRangeIsRefused() {
        assertThatThrownBy(() -> lease(new FixedWorkerIdsProvider(), Map.of("id", "1024"), 0, 1023))
                .isInstanceOf(ConfigException.class)
                .hasMessage("worker id is 1024 (key id): must be from 0 to 1023, the range of the layout");
    }

    @Test
    void hostnameGivesTheOrdinalOfAStatefulSet() {
        assertThat(HostnameWorkerIdsProvider.ordinal("orders-3")).isEqualTo(3);
        assertThat(HostnameWorkerIdsProvider.ordinal("my-shop-orders-12.orders.default.svc.cluster.local"))
                .isEqualTo(12);
        assertThat(lease(new HostnameWorkerIdsProvider(), Map.of("host", "orders-3", "offset", "100"), 0, 1023)
                        .workerId())
                .isEqualTo(103);
    }

    @Test
    void hostnameWithoutAnOrdinalIsRefused() {
        for (String host : List.of("orders", "orders-", "orders-x3", "orders3", "10-0-0-1x", "")) {
            assertThatThrownBy(() -> HostnameWorkerIdsProvider.ordinal(host))
                    .as(host)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("\"" + host + "\" does not end in an ordinal");
        }
    }

    /** As on EC2, also of a pod of a StatefulSet that uses its host's network: {@code ip-10-0-4-7} would have the same id. */
    @Test
    void hostnameThatIsAnAddressIsRefused() {
        for (String host : List.of("ip-10-0-3-7", "ip-10-0-3-7.eu-west-1.compute.internal", "10-0-3-7.shop.pod")) {
            assertThatThrownBy(() -> HostnameWorkerIdsProvider.ordinal(host))
                    .as(host)
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("host name \"" + host + "\" is an address, and its last number is not an ordinal:"
                            + " hosts of other networks can have the same; give key host, or take another"
                            + " source of worker ids");
        }
        assertThat(HostnameWorkerIdsProvider.ordinal("release-1-2-3-4")).isEqualTo(4);
    }

    @Test
    void ipGivesTheLowBitsOfTheAddress() {
        assertThat(lease(new IpWorkerIdsProvider(), Map.of("address", "10.1.2.3"), 0, 65_535)
                        .workerId())
                .isEqualTo(2 << 8 | 3);
        assertThat(lease(new IpWorkerIdsProvider(), Map.of("address", "10.1.2.255", "address-bits", "10"), 0, 1023)
                        .workerId())
                .isEqualTo(2 << 8 | 255);
    }

    @Test
    void onlyPrivateAddressIsTaken() {
        byte[] shared = {100, 64, 0, 9};
        assertThat(LocalIpAddress.privateAddress(List.of(seen("eth0", 8, 8, 8, 8), seen("eth1", 100, 64, 0, 9))))
                .isEqualTo(shared);
        assertThat(LocalIpAddress.isPrivate(new byte[] {(byte) 172, 31, 0, 1})).isTrue();
        assertThat(LocalIpAddress.isPrivate(new byte[] {(byte) 172, 32, 0, 1})).isFalse();
        assertThat(LocalIpAddress.isPrivate(new byte[] {100, (byte) 127, 0, 1})).isTrue();
        assertThat(LocalIpAddress.isPrivate(new byte[] {100, (byte) 128, 0, 1})).isFalse();
        assertThat(LocalIpAddress.isPrivate(new byte[] {(byte) 192, (byte) 168, 0, 1}))
                .isTrue();
        assertThat(LocalIpAddress.isPrivate(new byte[] {(byte) 192, (byte) 169, 0, 1}))
                .isFalse();
    }

    /** As docker0 has it on each host, listed before eth0. */
    @Test
    void addressOfABridgeDoesNotCount() {
        assertThat(LocalIpAddress.privateAddress(List.of(bridge("docker0", 172, 17, 0, 1), seen("eth0", 10, 0, 0, 7))))
                .isEqualTo(new byte[] {10, 0, 0, 7});
        assertThatThrownBy(() -> LocalIpAddress.privateAddress(
                        List.of(seen("eth0", 8, 8, 8, 8), bridge("docker0", 172, 17, 0, 1))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no private IPv4 address")
                .hasMessageContaining("8.8.8.8 of eth0, 172.17.0.1 of bridge docker0: give key address");
    }

    /** One of them may be another node's after a failover, or be the same on all. */
    @Test
    void severalPrivateAddressesAreRefused() {
        assertThatThrownBy(() ->
                        LocalIpAddress.privateAddress(List.of(seen("eth0", 10, 0, 0, 100), seen("eth0", 10, 0, 0, 7))))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "several private IPv4 addresses: 10.0.0.100 of eth0, 10.0.0.7 of eth0; give key address, the"
                                + " one that no other node ever has");
    }

    @Test
    void noPrivateAddressListsThoseSeen() {
        assertThatThrownBy(() ->
                        LocalIpAddress.privateAddress(List.of(seen("lo", 127, 0, 0, 1), seen("eth0", 8, 8, 8, 8))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("127.0.0.1 of lo, 8.8.8.8 of eth0");
    }

    private static LocalIpAddress.Seen seen(String network, int... address) {
        return new LocalIpAddress.Seen(network, false, bytes(address));
    }

    private static LocalIpAddress.Seen bridge(String network, int... address) {
        return new LocalIpAddress.Seen(network, true, bytes(address));
    }

    private static byte[] bytes(int... address) {
        byte[] bytes = new byte[address.length];
        for (int i = 0; i < address.length; i++) {
            bytes[i] = (byte) address[i];
        }
        return bytes;
    }

    @Test
    void runningTickIsLeftToThePredecessor() {
        assertThat(lease(new FixedWorkerIdsProvider(), Map.of("id", "1"), 0, 1023)
                        .stampedUntil())
                .isEqualTo(NOW.toEpochMilli());
    }

    private static WorkerLease lease(WorkerIdsProvider provider, Map<String, String> config, int first, int last) {
        return provider.open(IdConfig.of(provider, config))
                .acquire(new WorkerRequest(
                        "orders",
                        first,
                        last,
                        OptionalInt.empty(),
                        Duration.ofSeconds(3),
                        "time41",
                        "test",
                        InstantSource.fixed(NOW)));
    }

    @Test
    void leaseWithoutABoundHasNeitherABoundNorAReservationNorTimeRemaining() {
        LeaseHealth health = new UnboundLease("renewed", 3, "layout", Instant.EPOCH).health();
        assertThat(health.reservedUntil()).as("reserved until").isNull();
        assertThat(health.reservation()).as("reservation").isNull();
        assertThat(health.remaining()).as("remaining").isEmpty();
    }
}
