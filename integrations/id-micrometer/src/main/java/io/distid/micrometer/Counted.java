package io.distid.micrometer;

import java.util.concurrent.atomic.LongAdder;

/** A generator that counts the ids it has returned. */
interface Counted {
    /** Counted up by each call that returns. */
    LongAdder count();
}
