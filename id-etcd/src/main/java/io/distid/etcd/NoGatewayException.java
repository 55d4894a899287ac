package io.distid.etcd;

import java.io.IOException;

/** The answer is not from a JSON gateway of etcd; another endpoint may have one. */
final class NoGatewayException extends IOException {
    private static final long serialVersionUID = 1;

    NoGatewayException(String message) {
        super(message);
    }
}
