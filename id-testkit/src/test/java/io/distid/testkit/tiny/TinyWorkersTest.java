package io.distid.testkit.tiny;

import io.distid.testkit.WorkerIdsContract;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** The contract as the implementer of a source of worker ids meets it. */
public class TinyWorkersTest extends WorkerIdsContract {
    @TempDir
    Path directory;

    private Defect defect = Defect.NONE;

    /** A broken source, for the test of the contract itself. */
    public static WorkerIdsContract broken(Defect defect, Path directory) {
        TinyWorkersTest contract = new TinyWorkersTest();
        contract.defect = defect;
        contract.directory = directory;
        return contract;
    }

    @Override
    protected String source() {
        return "tiny";
    }

    @Override
    protected Map<String, String> config() {
        return Map.of("directory", directory.toString(), "defect", defect.name());
    }

    @Override
    protected Duration reservation() {
        return Duration.ofMillis(500);
    }

    @Override
    protected Duration patience() {
        return defect == Defect.NONE ? super.patience() : Duration.ofSeconds(3);
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
