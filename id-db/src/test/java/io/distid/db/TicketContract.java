package io.distid.db;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The contract as the strategies meet it that let the server count. */
abstract class TicketContract extends MySqlStrategyContract {
    TicketContract(String strategy) {
        super(strategy);
    }

    @Override
    protected List<BadConfig> badConfigs() {
        List<BadConfig> configs = new ArrayList<>(super.badConfigs());
        configs.add(BadConfig.of(
                "one server named twice",
                Map.of("url", database().url() + " " + database().url()),
                ConfigException.class,
                "\"url\"",
                "auto_increment_increment"));
        return configs;
    }
}
