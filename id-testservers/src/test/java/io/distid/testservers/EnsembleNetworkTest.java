package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class EnsembleNetworkTest {
    @Test
    void endsWhatWasLaunchedWhenAStartFailsHalfWay() {
        List<ChildServer> launched = new ArrayList<>();
        List<LossyLink> links = new ArrayList<>();

        assertThatThrownBy(() -> EnsembleNetwork.build(network -> {
                    for (int i = 0; i < 2; i++) {
                        int port = Ports.free();
                        LossyLink link = network.link(port);
                        ChildServer node = EmbeddedRedis.launchMember(port, List.of(), "");
                        network.add(RedisServer.of(node), link);
                        launched.add(node);
                        links.add(link);
                    }
                    throw new ServerUnavailableException("the third cannot be had");
                }))
                .hasMessage("the third cannot be had");

        assertThat(launched)
                .hasSize(2)
                .noneMatch(node -> node.lastPids().stream().anyMatch(TestServers::isAlive));
        assertThat(launched).noneMatch(node -> Files.exists(node.directory()));
        assertThat(links)
                .allSatisfy(
                        link -> assertThatThrownBy(() -> Redis.at(link.address().getPort(), "PING"))
                                .hasMessageContaining("refused"));
    }

    @Test
    void isBuiltOnOtherPortsWhereSomebodyHasTakenOne() throws Exception {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            int port = EnsembleNetwork.build(network -> {
                int chosen = Ports.free();
                network.link(chosen);
                if (taken.isEmpty()) {
                    taken.add(listen(chosen));
                    throw new ServerUnavailableException("address in use");
                }
                network.close();
                return chosen;
            });

            assertThat(port).isNotEqualTo(taken.get(0).getLocalPort());
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    private static ServerSocket listen(int port) {
        try {
            return new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noPortIsGivenTwice() {
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            assertThat(given.add(Ports.free())).isTrue();
        }
    }

    @Test
    void aServerThatEndsAtOnceFailsTheStartWithItsOwnWords() {
        assertThatThrownBy(() -> RedisSentinelSet.start("no-such-directive yes"))
                .isInstanceOf(ServerUnavailableException.class)
                .hasMessageContaining("no-such-directive");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void cutSeparatesOnlyTheTwoServersThatItNames() throws Exception {
        List<RedisServer> servers = new ArrayList<>();
        List<LossyLink> links = new ArrayList<>();
        EnsembleNetwork network = EnsembleNetwork.build(made -> {
            for (int i = 0; i < 3; i++) {
                int port = Ports.free();
                links.add(made.link(port));
                String follow = "replicaof 127.0.0.1 " + links.get(0).address().getPort();
                List<String> lines = i == 0 ? List.of("repl-diskless-sync-delay 0") : List.of(follow);
                ChildServer node = EmbeddedRedis.launchMember(port, lines, "");
                servers.add(made.add(RedisServer.of(node), links.get(i)));
            }
            servers.forEach(RealServer::awaitAnswer);
            return made;
        });
        try (network) {
            awaitLinks(servers, true, true);

            network.cut(servers.get(0), servers.get(1));

            awaitLinks(servers, false, true);
            assertThat(Redis.at(links.get(0).address().getPort(), "PING")).isEqualTo("PONG");
            network.cutFromClients(servers.get(0));
            assertThatThrownBy(() -> Redis.at(links.get(0).address().getPort(), "PING"))
                    .isInstanceOf(IOException.class);
            awaitLinks(servers, false, true);
            network.heal();
            awaitLinks(servers, true, true);
        }
    }

    private static void awaitLinks(List<RedisServer> servers, boolean first, boolean second) {
        TestServers.await()
                .untilAsserted(() -> assertThat(List.of(
                                RedisReplication.of(servers.get(1)).isLinked(),
                                RedisReplication.of(servers.get(2)).isLinked()))
                        .containsExactly(first, second));
    }
}
