package io.distid.testkit.tiny;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.SegmentStoreContract;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** The contract as the implementer of a store meets it. */
public class TinySegmentsTest extends SegmentStoreContract {
    private final TinyServer server = new TinyServer();
    private TinySegmentsProvider.Defect defect = TinySegmentsProvider.Defect.NONE;

    /** A broken store, for the test of the contract itself. */
    public static TinySegmentsTest broken(TinySegmentsProvider.Defect defect) {
        TinySegmentsTest contract = new TinySegmentsTest();
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
    protected int claimsPerThread() {
        return 5;
    }

    @Override
    protected void createTag(String tag, long start, int step) {
        server.change(data -> data.setProperty("step." + tag, Integer.toString(step)));
        rollBack(tag, start);
    }

    @Override
    protected void rollBack(String tag, long to) {
        server.change(data -> data.setProperty("next." + tag, Long.toString(to)));
    }
}
