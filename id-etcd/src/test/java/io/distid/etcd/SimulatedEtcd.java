package io.distid.etcd;

import io.distid.BackendException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** An {@link Etcd} for what needs transactions alone. As the real link, it sends a transaction once more where no answer came. */
abstract class SimulatedEtcd implements Etcd {

    @Override
    public Outcome commit(Transaction transaction) {
        try {
            return commitOnce(transaction);
        } catch (BackendException e) {
            return commitOnce(transaction);
        }
    }

    @Override
    public String where() {
        return "the model";
    }

    /** Each member is there. */
    @Override
    public void requireMajority(String what) {
        // All of them answer.
    }

    @Override
    public void close() {
        // The model stays.
    }

    @Override
    public @Nullable Entry get(String key) {
        throw unasked();
    }

    @Override
    public Snapshot range(String prefix) {
        throw unasked();
    }

    @Override
    public List<String> keys(String prefix) {
        throw unasked();
    }

    @Override
    public long grant(long seconds) {
        throw unasked();
    }

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("records need transactions alone");
    }

    /** Without a network, for any number of threads. */
    static final class Direct extends SimulatedEtcd {
        private final EtcdModel model;
        private final LongSupplier clock;

        Direct(EtcdModel model) {
            this(model, System::currentTimeMillis);
        }

        Direct(EtcdModel model, LongSupplier clock) {
            this.model = model;
            this.clock = clock;
        }

        @Override
        public Outcome commitOnce(Transaction transaction) {
            synchronized (model) {
                return model.commit(transaction, clock.getAsLong());
            }
        }
    }
}
