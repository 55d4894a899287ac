package io.distid.uuid;

import java.security.SecureRandom;

/** Gives each thread random words of its own, so that none waits for another. Safe for use by several threads. */
final class ThreadRandom extends RandomWords {
    private final SecureRandom seeds = new SecureRandom();
    private final ThreadLocal<RandomWords> local = ThreadLocal.withInitial(() -> new AesCtrRandom(seeds));

    @Override
    long next() {
        return local.get().next();
    }
}
