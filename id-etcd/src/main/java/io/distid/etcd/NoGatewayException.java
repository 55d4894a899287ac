package io.distid.etcd;

import java.io.IOException;

/** Something answered that is no JSON gateway of etcd; another endpoint may be one. */
final class NoGatewayException extends IOException {
    private static final long serialVersionUID = 1;

    NoGatewayException(String message) {
        super(message);
    }
}
