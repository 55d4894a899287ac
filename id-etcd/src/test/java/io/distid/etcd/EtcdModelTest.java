package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.spi.RecordStore;
import io.distid.testkit.contract.RecordStoreContract;
import org.junit.jupiter.api.Test;

/** {@link EtcdModel} by the contract that the real server passes, so that the simulation is about an etcd that exists. */
class EtcdModelTest extends RecordStoreContract {
    private final EtcdModel model = new EtcdModel();

    @Override
    protected RecordStore open() {
        return new EtcdRecordStore(new SimulatedEtcd.Direct(model), "model");
    }

    @Override
    protected boolean restart() {
        synchronized (model) {
            model.elect();
        }
        return true;
    }

    @Override
    protected boolean goBackBehind(Runnable lost) {
        Object copy;
        synchronized (model) {
            copy = model.save();
        }
        lost.run();
        synchronized (model) {
            model.restore(copy);
        }
        return true;
    }

    @Test
    void keyIsNotWrittenTwiceByOneTransaction() {
        Transaction transaction =
                new Transaction().inner(new Transaction().put("key", "a")).inner(new Transaction().put("key", "b"));
        assertThatThrownBy(() -> new SimulatedEtcd.Direct(model).commit(transaction))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void allIsComparedBeforeAnythingIsWritten() {
        Transaction transaction = new Transaction()
                .inner(new Transaction().ifAbsent("one").put("one", "a"))
                .inner(new Transaction().ifAbsent("one").put("two", "b"));
        assertThat(new SimulatedEtcd.Direct(model).commit(transaction).inner())
                .allSatisfy(inner -> assertThat(inner.succeeded()).isTrue());
    }

    @Test
    void timeIsReportedInWholeSeconds() {
        assertThat(model.commit(new Transaction(), 1_999).serverMillis()).isEqualTo(1_000);
    }
}
