package io.distid.redis;

import io.distid.worker.FloorFile;
import java.util.OptionalLong;

/**
 * Numbers that are issued only once a file of this node bounds them.
 *
 * <p>Those up to the bound that a crash left in the file are claimed and not issued: whether the counter is below it since it went back, or
 * since the crash came before they were claimed, nobody knows.
 *
 * @param numbers which know what the file says was granted, so that a counter below that is refused by them
 * @param floor the file
 */
record FlooredNumbers(ClaimedNumbers numbers, FloorFile floor) implements ClaimedNumbers {

    @Override
    public long claim(long size) {
        long last = numbers.claim(size);
        if (last - size < floor.issuedUntil()) {
            last = numbers.claim(Math.max(0, floor.issuedUntil() - last) + size);
        }
        floor.raise(last, numbers.lastOfRun(last));
        return last;
    }

    @Override
    public boolean mayIssue(long id) {
        return numbers.mayIssue(id);
    }

    @Override
    public long lastOfRun(long id) {
        return numbers.lastOfRun(id);
    }

    @Override
    public OptionalLong left() {
        return numbers.left();
    }

    @Override
    public void close() {
        floor.close();
    }
}
