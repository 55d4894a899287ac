package io.distid.uuid;

/** Unguessable 64-bit words. */
abstract class RandomWords {

    /** The next word: uniform, and independent of all others to anyone who does not know the source's state. */
    abstract long next();
}
