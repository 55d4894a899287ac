package io.distid.testservers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an etcd server is to be started: {@link #DEFAULT} and what is added to it. Immutable.
 *
 * @param tls whether clients speak TLS to it
 * @param flags of etcd's command line, each as {@code --name=value}
 */
public record EtcdOptions(boolean tls, List<String> flags) {
    /** Without TLS, users or other flags. */
    public static final EtcdOptions DEFAULT = new EtcdOptions(false, List.of());

    public EtcdOptions {
        flags = List.copyOf(flags);
    }

    /**
     * Makes clients speak TLS. The server's gateway connects to the server with the same certificate. So if clients need a certificate, it
     * must be valid for a client, too.
     *
     * @param certificate the server's certificate, PEM
     * @param key its private key, PEM
     * @param clientCa who must have issued the certificate that a client needs; {@code null} if a client needs none
     * @return these options and TLS
     */
    public EtcdOptions withTls(Path certificate, Path key, @Nullable Path clientCa) {
        List<String> more = new ArrayList<>(flags);
        more.add("--cert-file=" + certificate.toAbsolutePath());
        more.add("--key-file=" + key.toAbsolutePath());
        if (clientCa != null) {
            more.add("--client-cert-auth=true");
            more.add("--trusted-ca-file=" + clientCa.toAbsolutePath());
        }
        return new EtcdOptions(true, more);
    }

    /** Adds a flag, such as {@code --auth-token-ttl=1}. */
    public EtcdOptions with(String flag) {
        List<String> more = new ArrayList<>(flags);
        more.add(flag);
        return new EtcdOptions(tls, more);
    }
}
