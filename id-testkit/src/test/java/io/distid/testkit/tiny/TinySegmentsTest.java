package io.distid.testkit.tiny;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.SegmentStoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** The contract as the implementer of a store meets it. */
public class TinySegmentsTest extends SegmentStoreContract {
    @TempDir
    Path directory;

    private TinySegmentsProvider.Defect defect = TinySegmentsProvider.Defect.NONE;

    /** A broken store, for the test of the contract itself. */
    public static SegmentStoreContract broken(TinySegmentsProvider.Defect defect, Path directory) {
        TinySegmentsTest contract = new TinySegmentsTest();
        contract.defect = defect;
        contract.directory = directory;
        return contract;
    }

    @Override
    protected String store() {
        return "tiny";
    }

    @Override
    protected Map<String, String> config() {
        return Map.of("directory", directory.toString(), "defect", defect.name());
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
        new TinyServer(directory).change(data -> data.setProperty("step." + tag, Integer.toString(step)));
        rollBack(tag, start);
    }

    @Override
    protected void rollBack(String tag, long to) {
        new TinyServer(directory).change(data -> data.setProperty("next." + tag, Long.toString(to)));
    }

    @Override
    protected void stopServer() throws IOException {
        new TinyServer(directory).stop();
    }

    @Override
    protected void startServer() throws IOException {
        new TinyServer(directory).start();
    }
}
