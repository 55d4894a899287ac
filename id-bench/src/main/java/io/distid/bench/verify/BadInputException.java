package io.distid.bench.verify;

import java.io.IOException;

/** The input to check is not a list of ids. The message says where and why. Immutable. */
public final class BadInputException extends IOException {
    private static final long serialVersionUID = 1;

    BadInputException(String message) {
        super(message);
    }
}
