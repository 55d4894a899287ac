package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.internal.lease.Holders;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code worker=hostname}: the ordinal at the end of the host's name, as a Kubernetes StatefulSet gives it: 3 for
 * {@code orders-3}. Two sets of one namespace have the same ordinals, so each needs a namespace of its own. A name that is an address, such as {@code
 * ip-10-0-3-7}, is refused. Stateless: safe for
 * use by any number of threads.
 *
 * @see <a href="https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#ordinal-index">Ordinal index</a>
 */
public final class HostnameWorkerIdsProvider implements WorkerIdsProvider {
    private static final String ORDINAL = "[^.]*-(\\d{1,9})";

    /** EC2 names its hosts so, and the pods that use a host's network. */
    private static final String ADDRESS = "(?:ip-)?\\d{1,3}(?:-\\d{1,3}){3}";

    /** For ServiceLoader. */
    public HostnameWorkerIdsProvider() {}

    @Override
    public String name() {
        return "hostname";
    }

    @Override
    public String summary() {
        return "the ordinal at the end of the host name, as a StatefulSet gives it";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.text("host", null, "the host name to read; default: this host's"),
                ConfigKey.integer("offset", 0, Integer.MAX_VALUE, 0L, "added to the ordinal, to keep two sets apart"));
    }

    @Override
    public WorkerIds open(IdConfig config) {
        String host = config.has("host") ? config.text("host") : Holders.host();
        return new DerivedWorkerIds(
                ordinal(host) + config.integer("offset"), "the ordinal of host name \"" + host + "\"");
    }

    /** The number after the last hyphen of the first label. */
    static long ordinal(String host) {
        int dot = host.indexOf('.');
        String label = dot < 0 ? host : host.substring(0, dot);
        if (label.matches(ADDRESS)) {
            throw new ConfigException(
                    "host name \"" + host + "\" is an address, and its last number is not an ordinal: hosts of"
                            + " other networks can have the same; give key host, or take another source of worker ids");
        }
        Matcher matcher = Pattern.compile(ORDINAL).matcher(label);
        if (!matcher.matches()) {
            throw new ConfigException("host name \"" + host
                    + "\" does not end in an ordinal such as the 3 of orders-3; is this pod part of a StatefulSet?");
        }
        return Long.parseLong(matcher.group(1));
    }
}
