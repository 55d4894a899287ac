package io.distid.db;

import io.distid.BackendException;
import io.distid.sql.Servers;
import io.distid.sql.SqlStrategyContract;
import io.distid.testkit.BadConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The contract as all strategies of this module meet it. */
abstract class MySqlStrategyContract extends SqlStrategyContract {
    MySqlStrategyContract(String strategy) {
        super(strategy, "table");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        List<BadConfig> configs = new ArrayList<>(super.badConfigs());
        configs.add(BadConfig.of(
                "no database",
                Map.of("url", Servers.shared().jdbcUrl("")),
                BackendException.class,
                "\"url\"",
                "no database"));
        return configs;
    }
}
