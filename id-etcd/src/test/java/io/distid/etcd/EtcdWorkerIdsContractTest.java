package io.distid.etcd;

import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.WorkerIdsContract;
import io.distid.testservers.EtcdServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(1)
class EtcdWorkerIdsContractTest extends WorkerIdsContract {
    @RegisterExtension
    static final ServerExtension<EtcdServer> SERVER = new ServerExtension<>(EtcdServer::start);

    @Override
    protected String source() {
        return "etcd";
    }

    @Override
    protected Map<String, String> config() {
        return EtcdFixture.config(SERVER.get(), "create", "true", "max-ahead", "1s");
    }

    /** The least time to live of a lease of this server. */
    @Override
    protected Duration reservation() {
        return Duration.ofSeconds(1);
    }

    /** And two seconds, since etcd tells its time to the second. */
    @Override
    protected Duration horizon() {
        return super.horizon().plus(EtcdHorizon.ROUNDED.multipliedBy(2));
    }

    @Override
    protected Duration maxAhead() {
        return Duration.ofSeconds(1);
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return EtcdFixture.through(address, config());
    }

    @Override
    protected void wipe(String namespace) {
        EtcdFixture.deleteAll(SERVER.get(), "distid/workers/" + namespace + "/");
    }

    @Override
    protected void forget(String namespace, int workerId) {
        String path = "distid/workers/" + namespace;
        EtcdFixture.delete(SERVER.get(), path + "/ids/" + workerId, path + "/held/" + workerId);
    }

    @Override
    protected void setBack(String namespace, int workerId, long bound) {
        String key = "distid/workers/" + namespace + "/ids/" + workerId;
        EtcdLeaseRecord found = EtcdLeaseRecord.parse(EtcdFixture.present(SERVER.get(), key));
        EtcdFixture.put(SERVER.get(), key, new EtcdLeaseRecord(bound, found.token(), found.holder()).text());
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return EtcdFixture.badConfigs();
    }
}
