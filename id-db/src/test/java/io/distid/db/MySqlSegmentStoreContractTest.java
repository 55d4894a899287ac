package io.distid.db;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.SegmentStoreContract;
import io.distid.testservers.Database;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of segment stores on Leaf's table. */
class MySqlSegmentStoreContractTest extends SegmentStoreContract {
    @RegisterExtension
    static final ContractServer SERVER = new ContractServer();

    /** Of its own, since it is marked as one of several. */
    private static Database divided;

    @BeforeAll
    static void makeTable() throws Exception {
        Servers.createLeafTable(SERVER.database());
        divided = Servers.shared().createDatabase();
        Servers.createLeafTable(divided);
    }

    @Override
    protected String store() {
        return "mysql";
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return SERVER.configThrough(address, "create", "false");
    }

    @Override
    protected void createTag(String tag, long start, int step) throws Exception {
        SERVER.execute(
                "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + tag + "', " + start + ", " + step + ")");
    }

    @Override
    protected void rollBack(String tag, long to) throws Exception {
        SERVER.execute("UPDATE leaf_alloc SET max_id = " + to + " WHERE biz_tag = '" + tag + "'");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        Database database = SERVER.database();
        return List.of(
                ContractServer.missingTable("biz_tag varchar(128)"),
                ContractServer.wrongPassword(),
                ContractServer.noServer(),
                BadConfig.of(
                        "more databases than the increment",
                        Map.of("url", database.url() + " " + database.url(), "increment", "1"),
                        ConfigException.class,
                        "\"increment\" is \"1\"",
                        "at least 2"),
                BadConfig.of(
                        "one database twice",
                        Map.of(
                                "url",
                                divided.url() + " " + divided.url(),
                                "user",
                                divided.user(),
                                "password",
                                divided.password()),
                        ConfigException.class,
                        "database 0 of 2",
                        "database 1 of 2"));
    }
}
