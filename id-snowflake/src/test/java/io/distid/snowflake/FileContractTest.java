package io.distid.snowflake;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class FileContractTest extends LongIdGeneratorContract {
    @TempDir
    Path directory;

    @BeforeEach
    void tearAFile() throws IOException {
        Files.writeString(directory.resolve("torn"), "distid worker id, for");
    }

    @Override
    protected String strategy() {
        return "snowflake";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of(
                "worker",
                "file",
                "worker.file",
                file("node-" + node),
                "worker.id",
                String.valueOf(node),
                "worker.file-create",
                "true",
                // Short, since a new file is waited for, for twice as long.
                "reservation",
                "200ms",
                // For a renewal, which comes late where the machine stands still.
                "max-wait",
                "1min",
                "namespace",
                "file");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of(
                        "a lead longer than the reservation",
                        Map.of("max-lead", "201ms"),
                        ConfigException.class,
                        "max-lead is 201 ms",
                        "reservation of 200 ms"),
                BadConfig.of(
                        "a file that may not be made",
                        Map.of("worker.file-create", "false", "worker.file", file("none")),
                        ConfigException.class,
                        file("none"),
                        "worker.file-create=true"),
                BadConfig.of(
                        "a directory that is not there",
                        Map.of("worker.file", file("no/such/file")),
                        BackendException.class,
                        file("no/such/file")),
                BadConfig.of(
                        "a torn file",
                        Map.of("worker.file", file("torn")),
                        BackendException.class,
                        file("torn"),
                        "is damaged"));
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }
}
