package io.distid.examples.seconds;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.spi.Providers;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Describes the strategy {@code seconds}, and opens it. Stateless: safe for use by any number of threads. */
public final class SecondsProvider implements IdGeneratorProvider {
    /** For ServiceLoader. */
    public SecondsProvider() {}

    @Override
    public String name() {
        return "seconds";
    }

    @Override
    public String summary() {
        return "53 bits of seconds, worker id and sequence; increases per generator";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.provider("worker", "fixed", "where the worker id comes from; its keys are worker.*"),
                LeasedSequencerConfig.namespace("seconds"),
                LeasedSequencerConfig.MAX_LEAD,
                LeasedSequencerConfig.MAX_WAIT,
                LeasedSequencerConfig.RESERVATION,
                LeasedSequencerConfig.START_WAIT);
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return Seconds.traits(source(config).durable(), List.of());
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return new Seconds.Reader();
    }

    @Override
    public @Nullable String server(IdConfig config) {
        return source(config).server();
    }

    private static WorkerIdsProvider source(IdConfig config) {
        return Providers.find(WorkerIdsProvider.class, config, "worker");
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return LeaseResources.open(resources -> {
            WorkerIds workers = resources.source(config, "worker");
            WorkerRequest request = new WorkerRequest(
                    config.text("namespace"),
                    (1 << Seconds.WORKER_BITS) - 1,
                    OptionalInt.empty(),
                    LeasedSequencerConfig.reservation(config, workers),
                    "seconds",
                    null,
                    InstantSource.system());
            return new Seconds(LeasedSequencer.open(
                    workers,
                    request,
                    Seconds.FORMAT,
                    LeasedSequencerConfig.rule(config, ClockLimits.WAIT.forTick(Seconds.FORMAT.tick())),
                    config.duration("start-wait"),
                    Parking.SYSTEM,
                    resources));
        });
    }
}
