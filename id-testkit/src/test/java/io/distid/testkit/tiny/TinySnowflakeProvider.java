package io.distid.testkit.tiny;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.internal.time.TickFormat;
import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;

/** As much of Snowflake as a fleet needs, under its name, since the module of the real one needs this one for its tests. */
public final class TinySnowflakeProvider implements IdGeneratorProvider {
    static final int WORKER_BITS = 2;
    static final int SEQUENCE_BITS = 12;

    @Override
    public String name() {
        return "snowflake";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "as much of Snowflake as a fleet needs";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.instant("epoch", null, "tick 0"),
                ConfigKey.integer("datacenter-bits", 8, 8, 8L, "before the worker id"),
                ConfigKey.integer("datacenter", 0, 0, 0L, "before the worker id"),
                ConfigKey.integer("worker-bits", WORKER_BITS, WORKER_BITS, null, "of the worker id"),
                ConfigKey.integer("sequence-bits", SEQUENCE_BITS, SEQUENCE_BITS, null, "of the sequence"),
                ConfigKey.provider("worker", "tiny", "where the worker id comes from"),
                ConfigKey.text("namespace", null, "whose worker ids"),
                ConfigKey.flag("ignores-bound", false, "breaks it"),
                LeasedSequencerConfig.RESERVATION,
                LeasedSequencerConfig.START_WAIT);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return LeaseResources.open(resources -> {
            WorkerIds workers = resources.source(config, "worker");
            TickFormat format = new TickFormat(config.instant("epoch").toEpochMilli(), 1, 41, SEQUENCE_BITS);
            WorkerRequest request = new WorkerRequest(
                    config.text("namespace"),
                    (1 << WORKER_BITS) - 1,
                    OptionalInt.empty(),
                    config.duration("reservation"),
                    "tiny",
                    null,
                    InstantSource.system());
            return new TinySnowflake(LeasedSequencer.open(
                    config.flag("ignores-bound") ? new UnboundWorkers(workers) : workers,
                    request,
                    format,
                    ClockLimits.WAIT,
                    config.duration("start-wait"),
                    Parking.SYSTEM,
                    resources));
        });
    }
}
