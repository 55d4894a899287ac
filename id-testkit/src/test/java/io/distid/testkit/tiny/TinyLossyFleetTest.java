package io.distid.testkit.tiny;

import io.distid.testkit.fleet.LossyFleetContract;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

/** The contract of a fleet whose answers are lost as the implementer of a source of worker ids meets it. */
@Order(1)
@Tag("slow")
public class TinyLossyFleetTest extends LossyFleetContract {
    private final TinyServer server = new TinyServer();
    private final Map<String, String> nodeConfig = new HashMap<>();
    private Defect defect = Defect.NONE;

    /** On a broken source, for the test of the contract itself. */
    public static TinyLossyFleetTest broken(Defect defect) {
        TinyLossyFleetTest contract = new TinyLossyFleetTest();
        contract.defect = defect;
        return contract;
    }

    /** With nodes that stamp beyond their bounds. */
    public static TinyLossyFleetTest unbound() {
        TinyLossyFleetTest contract = new TinyLossyFleetTest();
        contract.nodeConfig.put("ignores-bound", "true");
        return contract;
    }

    @AfterEach
    public void end() {
        server.close();
    }

    @Override
    protected String worker() {
        return "tiny";
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        return TinyClient.config(address, defect);
    }

    @Override
    protected Duration duration() {
        return defect == Defect.NONE && nodeConfig.isEmpty() ? super.duration() : Duration.ofSeconds(5);
    }

    @Override
    protected Map<String, String> nodeConfig(int node) {
        return nodeConfig;
    }
}
