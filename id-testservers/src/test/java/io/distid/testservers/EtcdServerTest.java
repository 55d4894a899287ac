package io.distid.testservers;

import org.junit.jupiter.api.Order;

@Order(4)
class EtcdServerTest extends RealServerContract<EtcdServer> {
    @Override
    EtcdServer startServer() {
        return EtcdServer.start();
    }

    @Override
    EtcdServer sharedServer() {
        return EtcdServer.shared();
    }

    @Override
    void write(EtcdServer server, String value) throws Exception {
        EtcdClient.write(server.plainUrl(), value);
    }

    @Override
    String read(EtcdServer server) throws Exception {
        return EtcdClient.read(server.plainUrl());
    }

    @Override
    String expectedDescription() {
        return "etcd 3\\.\\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }
}
