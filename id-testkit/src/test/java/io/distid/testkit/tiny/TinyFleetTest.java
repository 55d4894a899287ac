package io.distid.testkit.tiny;

import io.distid.testkit.fleet.LeasedFleetContract;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;

/** The contract of a fleet as the implementer of a source of worker ids meets it. */
@Order(1)
public class TinyFleetTest extends LeasedFleetContract {
    private final TinyServer server = new TinyServer();
    private final Map<String, String> strategyConfig = new HashMap<>();
    private Defect defect = Defect.NONE;

    /** On a broken source, for the test of the contract itself. */
    public static TinyFleetTest broken(Defect defect) {
        TinyFleetTest contract = new TinyFleetTest();
        contract.defect = defect;
        return contract;
    }

    /** With nodes that stamp beyond their bounds. */
    public static TinyFleetTest unbound() {
        TinyFleetTest contract = new TinyFleetTest();
        contract.strategyConfig.put("ignores-bound", "true");
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
    protected Map<String, String> workerConfig() {
        return TinyClient.config(server.address(), defect);
    }

    @Override
    protected Map<String, String> strategyConfig() {
        return strategyConfig;
    }

    @Override
    protected void killServer() throws IOException {
        server.kill();
    }

    @Override
    protected void startServer() {
        server.restart();
    }

    @Override
    protected long ids() {
        return 1_000_000;
    }
}
