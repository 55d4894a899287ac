package io.distid.db;

import io.distid.sql.SqlLossyFleetTest;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Numbers are never used again, and one whose answer was lost is burned: so there are more of them than nodes. */
@Order(1)
@Tag("slow")
class MySqlRegisterLossyFleetTest extends SqlLossyFleetTest {
    @TempDir
    private Path directory;

    @Override
    protected String worker() {
        return "mysql-register";
    }

    @Override
    protected Map<String, String> nodeConfig(int node) {
        return nodeWithFile(directory, node);
    }
}
