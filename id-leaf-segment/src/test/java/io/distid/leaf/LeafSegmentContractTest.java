package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.MySqlServer;
import java.util.List;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The strategy on Leaf's own table, with a step so small that generators take turns. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeafSegmentContractTest extends LongIdGeneratorContract {
    private LeafDatabase database;

    @BeforeAll
    void makeTags() {
        database = new LeafDatabase(ServerAssumptions.orSkip(MySqlServer::shared));
        database.put("orders", 1, 100);
        database.put("still", 1, 0);
        database.put("spent", Long.MAX_VALUE - 10, 100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://(host=127.0.0.1,port=1,user=root,password=p&sEcr3t)/db",
                "jdbc:mysql://address=(host=127.0.0.1)(port=1)(password=p&sEcr3t)/db",
                "jdbc:mysql://root:p&sEcr3t@127.0.0.1:1/db",
                "jdbc:mysql://127.0.0.1:1/db?user=u;password=p&sEcr3t"
            })
    void passwordInTheUrlOfTheStoreIsNotShown(String url) {
        assertThatThrownBy(() -> IdGenerators.open(
                        "leaf-segment", Map.of("tag", "orders", "store.url", url, "store.timeout", "250ms")))
                .isInstanceOfAny(ConfigException.class, BackendException.class)
                .satisfies(
                        thrown -> assertThat(Throwables.getStackTrace(thrown)).doesNotContain("sEcr3t"));
    }

    @Override
    protected String strategy() {
        return "leaf-segment";
    }

    @Override
    protected Map<String, String> config(int node) {
        return database.config("orders");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of("no such tag", Map.of("tag", "nothing"), ConfigException.class, "nothing", "leaf_alloc"),
                BadConfig.of("step 0", Map.of("tag", "still"), ConfigException.class, "still", "step 0"),
                BadConfig.of(
                        "a tag near its end",
                        Map.of("tag", "spent"),
                        IdsExhaustedException.class,
                        "spent",
                        String.valueOf(Long.MAX_VALUE - 10)),
                BadConfig.of("no such store", Map.of("store", "paper"), ConfigException.class, "paper", "mysql"),
                BadConfig.of("no such table", Map.of("store.table", "no_leaf"), ConfigException.class, "no_leaf"),
                BadConfig.of("wrong password", Map.of("store.password", "wrong"), BackendException.class, "password"),
                BadConfig.of(
                        "nobody there",
                        Map.of("store.url", "jdbc:mysql://127.0.0.1:1/none", "store.timeout", "2s"),
                        BackendException.class,
                        "127.0.0.1:1"),
                BadConfig.of(
                        "more at least than at most",
                        Map.of("min-step", "20", "max-step", "10"),
                        ConfigException.class,
                        "min-step is 20",
                        "max-step is 10"),
                BadConfig.of(
                        "grows later than it shrinks",
                        Map.of("grow-under", "1h"),
                        ConfigException.class,
                        "key \"grow-under\" is \"1h\"",
                        "shrink-over"),
                BadConfig.of(
                        "a block for threads without their order",
                        Map.of("thread-block", "64"),
                        ConfigException.class,
                        "key \"thread-block\" is \"64\"",
                        "only with order=thread"));
    }
}
