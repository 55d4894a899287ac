package io.distid.testkit.tiny;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

/** Worker ids on a tiny server. */
public final class TinyWorkersProvider implements WorkerIdsProvider {

    /** Ways to break the contract. */
    public enum Defect {
        NONE,
        GRANTS_HELD,
        GRANTS_HELD_AFTER_STALLS,
        FORGETS_STAMPS,
        IGNORES_LAYOUT,
        IGNORES_LAYOUT_OF_THE_GONE,
        KEEPS_LAYOUT_IN_THE_PROCESS,
        TRUSTS_CLOCKS,
        NEVER_RENEWS,
        RENEWS_STALE,
        RELEASES_OTHERS,
        IGNORES_PREFERENCE,
        HIDES_HOLDERS,
        ONE_NAMESPACE,
        STARTS_AT_ZERO,
        HIDES_OUTAGE,
        HIDES_ITS_FIRST_START,
        BEGINS_AT_ONCE,
        BEGINS_A_RESERVATION_AHEAD,
        TRUSTS_A_MISSING_RECORD,
        RENEWS_WHAT_IS_GONE,
        LEAVES_A_LOST_BOUND,
        FORGETS_THE_STAMP_OF_A_REPEAT,
        TAKES_A_REPEATED_RENEWAL_FOR_A_STRANGERS,
        ALARMS_AFTER_A_LOST_RELEASE,
        KEEPS_ITS_TOKEN,
        HIDES_LOSS,
        TELLS_OF_A_LOSS_LATE_ONCE,
        TELLS_OF_A_LOSS_LATE,
        TELLS_A_LATER_BOUND,
        DENIES_DURABILITY
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String summary() {
        return "worker ids on a tiny server";
    }

    @Override
    public List<ConfigKey> keys() {
        return TinyClient.keys(Defect.values());
    }

    @Override
    public WorkerIds open(IdConfig config) {
        return new TinyWorkers(TinyClient.open(config), Defect.valueOf(config.text("defect")));
    }
}
