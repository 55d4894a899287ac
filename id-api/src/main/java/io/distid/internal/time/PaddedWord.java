package io.distid.internal.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One atomically moved {@code long} on cache lines of its own.
 *
 * <p>All threads write the word; the fields of the subclass are read by all and written rarely. If they shared a cache line, each id would make the
 * other cores fetch those fields again. The JVM lays out a superclass before its subclass, so the padding consists of fields of classes above and
 * below the word. It has 128 bytes, since x86 fetches lines in pairs.
 */
@SuppressWarnings("unused") // The padding is there to be skipped.
abstract class PaddedWord extends PaddedWordValue {
    private long a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(PaddedWordValue.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    PaddedWord(long word) {
        super(word);
    }

    final long word() {
        return word;
    }

    final long addToWord(long delta) {
        return (long) WORD.getAndAdd(this, delta);
    }

    final boolean moveWord(long from, long to) {
        return WORD.compareAndSet(this, from, to);
    }

    final long swapWord(long to) {
        return (long) WORD.getAndSet(this, to);
    }
}

/** The word itself. */
abstract class PaddedWordValue extends PaddedWordBefore {
    volatile long word;

    PaddedWordValue(long word) {
        this.word = word;
    }
}

/** The padding before the word. */
@SuppressWarnings("unused") // The padding is there to be skipped.
abstract class PaddedWordBefore {
    private long b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
}
