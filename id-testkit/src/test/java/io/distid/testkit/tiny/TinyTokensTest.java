package io.distid.testkit.tiny;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.IdempotencyTokensContract;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** The contract as the implementer of a store meets it. */
public class TinyTokensTest extends IdempotencyTokensContract {
    private final TinyServer server = new TinyServer();
    private TinyTokensProvider.Defect defect = TinyTokensProvider.Defect.NONE;

    /** A broken store, for the test of the contract itself. */
    public static TinyTokensTest broken(TinyTokensProvider.Defect defect) {
        TinyTokensTest contract = new TinyTokensTest();
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
        Map<String, String> config = new HashMap<>(TinyClient.config(address, defect));
        config.put("strategy", "tiny-uuid");
        return config;
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of("another defect", Map.of("defect", "EVERYTHING"), ConfigException.class, "EVERYTHING"),
                BadConfig.of(
                        "no such strategy",
                        Map.of("strategy", "nothing"),
                        ConfigException.class,
                        "\"strategy\" is \"nothing\""));
    }

    @Override
    protected void loseRecord(String key) {
        server.change(data -> data.remove(TinyTokenRecord.name(key)));
    }
}
