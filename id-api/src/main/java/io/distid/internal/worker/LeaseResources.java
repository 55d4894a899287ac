package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.internal.CleanUp;
import io.distid.internal.time.CoarseClock;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The resources of a {@link LeasedSequencer} besides its worker id: the clock's thread, and the sources of worker ids that were opened for it. All
 * are closed with the generator, or at once if opening it fails. Safe for use by several threads.
 */
public final class LeaseResources {
    private final List<AutoCloseable> owned = new ArrayList<>();

    private LeaseResources() {}

    /**
     * Opens a generator. If that fails, what was opened for it until then is closed.
     *
     * @param opening opens the generator, and registers here what it opens on the way
     * @return the generator, whose {@link LeasedSequencer} closes what was registered
     */
    public static <G> G open(Function<? super LeaseResources, G> opening) {
        LeaseResources resources = new LeaseResources();
        try {
            return opening.apply(resources);
        } catch (RuntimeException | Error e) {
            CleanUp.after(e, resources::close);
            throw e;
        }
    }

    /** Takes over a clock: a {@link CoarseClock} is closed with the generator. */
    public InstantSource clock(InstantSource clock) {
        if (clock instanceof CoarseClock coarse) {
            own(coarse);
        }
        return clock;
    }

    /**
     * Opens a source of worker ids.
     *
     * @param key the key that names it; the source's own keys are {@code key.*}
     * @return ready for use; closed after the lease that it grants
     * @throws ConfigException if no source has that name, or its settings do not fit
     */
    public WorkerIds source(IdConfig config, String key) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, config, key);
        WorkerIds source = provider.open(config.sub(key, provider));
        own(source);
        return source;
    }

    /** Takes over any other resource. */
    public synchronized void own(AutoCloseable resource) {
        owned.add(resource);
    }

    /** Closes all, each once, whether or not another fails. Throws the first failure, the others suppressed. */
    synchronized void close() {
        Throwable failure = null;
        while (!owned.isEmpty()) {
            try {
                owned.remove(0).close();
            } catch (Exception | Error e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw failure instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failure);
        }
    }
}
