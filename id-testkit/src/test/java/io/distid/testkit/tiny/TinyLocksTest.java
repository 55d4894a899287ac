package io.distid.testkit.tiny;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.FencedLockContract;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;

/** The contract as the implementer of a store meets it. */
@Order(1)
public class TinyLocksTest extends FencedLockContract {
    private final TinyServer server = new TinyServer();
    private TinyLocksProvider.Defect defect = TinyLocksProvider.Defect.NONE;

    /** A broken store, for the test of the contract itself. */
    public static TinyLocksTest broken(TinyLocksProvider.Defect defect) {
        TinyLocksTest contract = new TinyLocksTest();
        contract.defect = defect;
        return contract;
    }

    @AfterEach
    public void end() {
        server.close();
    }

    @Override
    protected String store() {
        return "tiny";
    }

    @Override
    protected FaultableServer server() {
        return server;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return TinyClient.config(address, defect);
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of("another defect", Map.of("defect", "EVERYTHING"), ConfigException.class, "EVERYTHING"));
    }

    @Override
    protected void loseRecord(String lock) {
        server.change(data -> data.remove(TinyLockRecord.name(lock)));
    }
}
