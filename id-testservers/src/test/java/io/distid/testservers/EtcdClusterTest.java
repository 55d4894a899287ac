package io.distid.testservers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;

@Order(1)
class EtcdClusterTest extends EnsembleContract<EtcdServer, EtcdCluster> {
    /** Short, since a member that is paused takes connections. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    @Override
    EtcdCluster startEnsemble() {
        return EtcdCluster.start();
    }

    @Override
    void write(EtcdCluster cluster, String value) throws Exception {
        IOException failure = new IOException("no member answers");
        for (String endpoint : cluster.endpoints().split(",")) {
            try {
                EtcdClient.write(endpoint, value, TIMEOUT);
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    @Override
    String read(EtcdCluster cluster, EtcdServer member) throws Exception {
        return EtcdClient.readLocally(member.plainUrl());
    }

    @Override
    boolean servesClients(EtcdCluster cluster, EtcdServer member) {
        List<String> endpoints = List.of(cluster.endpoints().split(","));
        try {
            EtcdClient.write(endpoints.get(cluster.members().indexOf(member)), "served", TIMEOUT);
            return true;
        } catch (Exception e) {
            return false;
        }
    }
}
