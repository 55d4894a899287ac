package io.distid.db;

import io.distid.worker.LeaseBackend;
import io.distid.worker.WorkerFileBackend;

/** A registered number, whose bound is kept in a file and moved only while the register does not say that it is another's. */
final class RegisterLeaseBackend implements LeaseBackend {
    private final WorkerFileBackend file;
    private final RegistrationCheck check;

    RegisterLeaseBackend(WorkerFileBackend file, RegistrationCheck check) {
        this.file = file;
        this.check = check;
    }

    @Override
    public void renew(long reservedUntil) {
        check.requireRegistered(reservedUntil);
        file.renew(reservedUntil);
    }

    @Override
    public long maxAheadMillis() {
        return check.maxAheadMillis();
    }

    @Override
    public void release(long stampedUntil) {
        check.close();
        file.release(stampedUntil);
    }

    @Override
    public void abandon() {
        check.close();
        file.abandon();
    }
}
