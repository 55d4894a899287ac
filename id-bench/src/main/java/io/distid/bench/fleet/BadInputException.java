package io.distid.bench.fleet;

import java.io.IOException;

/** What was given to be checked is no list of ids. The message says where and why. */
public final class BadInputException extends IOException {
    private static final long serialVersionUID = 1;

    BadInputException(String message) {
        super(message);
    }
}
