package io.distid.testkit.fleet;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A wrapper of another source of worker ids, which records the bounds that are read. It is for the processes of a
 * {@link LeasedFleetContract}, and can only be found there. Public because a {@link java.util.ServiceLoader} creates it. Safe for use by
 * any number of threads; it remembers one lease for the whole process.
 */
public final class RecordedWorkerIdsProvider implements WorkerIdsProvider {
    private static final String SERVICE = "META-INF/services/" + WorkerIdsProvider.class.getName();

    private static volatile @Nullable WorkerIdsProvider source;
    private static volatile @Nullable RecordedLease lease;

    /** For the {@link java.util.ServiceLoader}. */
    public RecordedWorkerIdsProvider() {}

    /** Inserts this provider before the source of worker ids in the settings; once in a process. */
    static void insert(Map<String, String> settings) {
        source = Providers.find(WorkerIdsProvider.class, settings.get("worker"));
        settings.put("worker", "recorded");
        Thread.currentThread().setContextClassLoader(new WithThisProvider());
    }

    /** The last lease that was granted; null if none was. */
    static @Nullable RecordedLease lease() {
        return lease;
    }

    @Override
    public String name() {
        return "recorded";
    }

    @Override
    public String summary() {
        return delegate().summary();
    }

    @Override
    public List<ConfigKey> keys() {
        return delegate().keys();
    }

    @Override
    public WorkerIds open(IdConfig config) {
        WorkerIds ids = delegate().open(config);
        return new WorkerIds() {
            @Override
            public RecordedLease acquire(WorkerRequest request) {
                RecordedLease granted = new RecordedLease(ids.acquire(request));
                lease = granted;
                return granted;
            }

            @Override
            public void close() {
                ids.close();
            }
        };
    }

    private static WorkerIdsProvider delegate() {
        return Objects.requireNonNull(source, "source");
    }

    /** A class loader that finds this provider beside all others. */
    private static final class WithThisProvider extends ClassLoader {
        WithThisProvider() {
            super(RecordedWorkerIdsProvider.class.getClassLoader());
        }

        @Override
        protected Enumeration<URL> findResources(String name) throws IOException {
            return name.equals(SERVICE)
                    ? getParent().getResources("io/distid/testkit/fleet/recorded-worker-ids")
                    : Collections.emptyEnumeration();
        }
    }
}
