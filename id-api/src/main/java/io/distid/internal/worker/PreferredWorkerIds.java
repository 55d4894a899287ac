package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;

/**
 * Asks a leased source first for the id that another source derives from the node, such as a StatefulSet's ordinal. So ids stay with their pods, and
 * are still proven free. Safe for use by any number of threads, as both sources are.
 *
 * @param preference gives the id to try first; it needs no server, since it proves nothing
 * @param leased grants that id, or another if it is held
 */
public record PreferredWorkerIds(WorkerIds preference, WorkerIds leased) implements WorkerIds {

    /**
     * Checks the sources.
     *
     * @throws ConfigException if the leased source ignores preferences
     */
    public PreferredWorkerIds {
        if (!leased.heedsPreference()) {
            throw new ConfigException(
                    "a preferred worker id has no effect: the source of worker ids has one already; leave"
                            + " prefer out, or take a source that leases any id, such as redis, mysql, postgresql, zookeeper or etcd");
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException also if the preferred id is out of range, or comes from a source that leases ids itself
     */
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        if (preference.isDurable()) {
            // Checked before the source is asked, since the request would create what it leases from.
            throw refused("the preferred worker id");
        }
        WorkerLease derived = preference.acquire(request);
        derived.close();
        if (derived.isDurable()) {
            throw refused("the preferred worker id " + derived.workerId());
        }
        return leased.acquire(request.withPreferredId(derived.workerId()));
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return leased.firstStart(request);
    }

    @Override
    public boolean isDurable() {
        return leased.isDurable();
    }

    @Override
    public boolean heedsReservation() {
        return leased.heedsReservation();
    }

    private static ConfigException refused(String id) {
        return new ConfigException(id + " comes from a source that leases ids itself: prefer fixed, hostname or ip");
    }

    /** Closes both. */
    @Override
    public void close() {
        try {
            preference.close();
        } finally {
            leased.close();
        }
    }
}
