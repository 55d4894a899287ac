package io.distid.etcd;

import io.distid.spi.Secret;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** User and password, and the token that etcd gives for them, which expires after some minutes. Safe for use by any number of threads. */
final class EtcdLogin {
    /** The log-in for an etcd that asks for no user. */
    static final EtcdLogin NONE = new EtcdLogin("", new Secret(""));

    private final String user;
    private final Secret password;
    private volatile @Nullable String token;

    EtcdLogin(String user, Secret password) {
        this.user = user;
        this.password = password;
    }

    /** Asks for a token. */
    interface Request {
        EtcdAnswer ask(String json) throws IOException;
    }

    /** Returns the token for a request; empty if etcd asks for no user. */
    String token(Request request) throws IOException {
        if (this == NONE) {
            return "";
        }
        String known = token;
        if (known == null) {
            EtcdAnswer answer = request.ask(GatewayJson.write(Map.of("name", user, "password", password.reveal())));
            known = String.valueOf(answer.body().get("token"));
            token = known;
        }
        return known;
    }

    /** Forgets an expired token, unless another call has replaced it meanwhile. */
    synchronized void forget(String over) {
        if (over.equals(token)) {
            token = null;
        }
    }
}
