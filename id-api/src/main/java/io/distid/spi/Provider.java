package io.distid.spi;

import io.distid.internal.Port;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service that {@link java.util.ServiceLoader} finds: a name, its keys, and (in its subtypes) a way to open it. Mostly stateless; safe for use by
 * any number of threads.
 */
public interface Provider {

    /**
     * The name that settings use.
     *
     * @return lower-case letters, digits and hyphens
     */
    String name();

    /**
     * What it is.
     *
     * @return one line, without a full stop
     */
    String summary();

    /**
     * All its keys. The command line and the README print this list.
     *
     * @return the keys in the order they should be read
     */
    List<ConfigKey> keys();

    /**
     * The kind of server that it has to reach.
     *
     * @return {@code mysql}, {@code postgresql}, {@code redis}, {@code zookeeper} or {@code etcd}, or another word for another server; null for none
     */
    default @Nullable String server() {
        return null;
    }

    /**
     * The word before the name in the system properties of a provider that is opened by itself: {@code distid.<level>.<name>.<key>}. It is a method
     * and no element of {@link Port}: the first annotation that a JVM reads would delay the first id by some 20 ms.
     *
     * @return one word, such as {@code store}; empty for a strategy, whose properties are {@code distid.<name>.<key>}
     */
    default String level() {
        return "";
    }
}
