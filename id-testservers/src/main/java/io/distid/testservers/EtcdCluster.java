package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Three members of an etcd cluster, which elect a leader among themselves and serve as long as two of them reach each other. As safe for use
 * by several threads as every {@link Ensemble}.
 */
public final class EtcdCluster extends Ensemble<EtcdServer> {
    private static final int MEMBERS = 3;

    private final List<LossyLink> clientLinks;

    private EtcdCluster(EnsembleNetwork network, List<EtcdServer> members, List<LossyLink> clientLinks) {
        super(network, members);
        this.clientLinks = clientLinks;
    }

    /** Starts a private cluster, whose members answer. */
    public static EtcdCluster start() {
        return EnsembleNetwork.build(EtcdCluster::launch);
    }

    /** Returns what a client is given: {@code http://host:port} of each member, separated by commas. */
    public String endpoints() {
        return addresses("http://", clientLinks);
    }

    private static EtcdCluster launch(EnsembleNetwork network) {
        List<EmbeddedEtcd.Addresses> addresses = new ArrayList<>();
        List<LossyLink> clients = new ArrayList<>();
        List<LossyLink> peers = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            int client = Ports.free();
            int peer = Ports.free();
            clients.add(network.link(client));
            peers.add(network.link(peer));
            int clientLink = clients.get(i).port();
            int peerLink = peers.get(i).port();
            addresses.add(new EmbeddedEtcd.Addresses(client, clientLink, peer, peerLink));
        }
        List<EmbeddedEtcd.Member> launched = EmbeddedEtcd.launch(addresses, EtcdOptions.DEFAULT, null);
        List<EtcdServer> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            members.add(network.add(EtcdServer.of(launched.get(i)), clients.get(i), peers.get(i)));
        }
        members.forEach(RealServer::awaitAnswer);
        return new EtcdCluster(network, members, clients);
    }

    @Override
    Optional<EtcdServer> askLeader() {
        List<EtcdServer> leaders = members().stream().filter(EtcdCluster::leads).toList();
        return leaders.size() == 1 ? Optional.of(leaders.get(0)) : Optional.empty();
    }

    private static boolean leads(EtcdServer member) {
        try {
            EtcdServer.Status status = member.status();
            return status.member().equals(status.leader());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    boolean hasCaughtUp() throws IOException {
        Optional<EtcdServer> leader = askLeader();
        if (leader.isEmpty()) {
            return false;
        }
        EtcdServer.Status goal = leader.get().status();
        for (EtcdServer member : members()) {
            EtcdServer.Status status = member.status();
            if (!status.leader().equals(goal.member()) || status.applied() < goal.applied()) {
                return false;
            }
        }
        return true;
    }
}
