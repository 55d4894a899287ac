package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Three ZooKeeper servers, each in a JVM of its own, which elect a leader and serve as long as two of them reach each other. As safe for use
 * by several threads as every {@link Ensemble}.
 */
public final class ZooKeeperEnsemble extends Ensemble<ZooKeeperServer> {
    private static final int SERVERS = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Pattern TRANSACTION = Pattern.compile("Zxid: 0x([0-9a-f]+)");

    /** The lower half of a transaction's number counts within one epoch of a leader. */
    private static final long COUNT = 0xFFFF_FFFFL;

    private final List<LossyLink> clientLinks;

    private ZooKeeperEnsemble(EnsembleNetwork network, List<ZooKeeperServer> members, List<LossyLink> clientLinks) {
        super(network, members);
        this.clientLinks = clientLinks;
    }

    /** The ports of one server, and the links to them. */
    private record Addresses(
            int client, LossyLink clientLink, int quorum, LossyLink quorumLink, int election, LossyLink electionLink) {
        static Addresses in(EnsembleNetwork network) {
            int client = Ports.free();
            int quorum = Ports.free();
            int election = Ports.free();
            return new Addresses(
                    client, network.link(client), quorum, network.link(quorum), election, network.link(election));
        }
    }

    /** Starts a private ensemble of servers that answer; one of them leads. */
    public static ZooKeeperEnsemble start() {
        return EnsembleNetwork.build(network -> {
            ZooKeeperEnsemble ensemble = launch(network);
            ensemble.members().forEach(RealServer::awaitAnswer);
            return ensemble;
        });
    }

    /** Returns what a ZooKeeper client is given: {@code host:port} of each server, separated by commas. */
    public String connectString() {
        return addresses("", clientLinks);
    }

    private static ZooKeeperEnsemble launch(EnsembleNetwork network) {
        List<Addresses> all =
                IntStream.range(0, SERVERS).mapToObj(i -> Addresses.in(network)).toList();
        for (Addresses each : all) {
            // A refused follower asks again, since it may be ahead of its leader; a cut follower looks for another
            // leader.
            each.quorumLink().awaitServer(TIMEOUT);
            each.electionLink().rewriteFirstBytes(bytes -> leadBackThroughLinks(bytes, all));
        }
        List<ZooKeeperServer> members = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            Addresses own = all.get(i);
            List<String> lines = new ArrayList<>(List.of("initLimit=20", "syncLimit=10"));
            for (int j = 0; j < SERVERS; j++) {
                Addresses to = all.get(j);
                int quorum = i == j ? to.quorum() : to.quorumLink().port();
                int election = i == j ? to.election() : to.electionLink().port();
                lines.add("server." + (j + 1) + "=127.0.0.1:" + quorum + ":" + election);
            }
            ChildServer node = EmbeddedZooKeeper.launchMember(own.client(), i + 1, lines);
            members.add(network.add(ZooKeeperServer.of(node), own.clientLink(), own.quorumLink(), own.electionLink()));
        }
        return new ZooKeeperEnsemble(
                network, members, all.stream().map(Addresses::clientLink).toList());
    }

    /**
     * Replaces the address in the first bytes of an election's connection. A server sends its own address there, and a server with a greater
     * id calls back, past the link. All ports have five digits, so the link's port takes no more room.
     */
    private static byte[] leadBackThroughLinks(byte[] bytes, List<Addresses> all) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (Addresses each : all) {
            text = text.replace(
                    "127.0.0.1:" + each.election(),
                    "127.0.0.1:" + each.electionLink().port());
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    Optional<ZooKeeperServer> askLeader() {
        List<ZooKeeperServer> leaders = members().stream()
                .filter(member -> answer(member).contains("Mode: leader"))
                .toList();
        return leaders.size() == 1 ? Optional.of(leaders.get(0)) : Optional.empty();
    }

    private static String answer(ZooKeeperServer member) {
        try {
            return member.srvr(TIMEOUT);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    boolean hasCaughtUp() {
        Optional<ZooKeeperServer> leader = askLeader();
        if (leader.isEmpty()) {
            return false;
        }
        long goal = transaction(answer(leader.get()));
        return members().stream()
                .filter(member -> member != leader.get())
                .map(ZooKeeperEnsemble::answer)
                // A leader's count begins again, and that of its followers with the first transaction.
                .allMatch(answer ->
                        answer.contains("Mode: follower") && ((goal & COUNT) == 0 || transaction(answer) >= goal));
    }

    private static long transaction(String answer) {
        Matcher transaction = TRANSACTION.matcher(answer);
        return transaction.find() ? Long.parseLong(transaction.group(1), 16) : 0;
    }
}
