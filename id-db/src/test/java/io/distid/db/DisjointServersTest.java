package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Servers that are compared with each other, also at the same time. */
class DisjointServersTest {
    @Test
    void serverWhoseIdsAnotherHasIsNotAdded() {
        DisjointServers<AutoIncrementSeries> servers = new DisjointServers<>(AutoIncrementSeries::isApartFrom);
        AutoIncrementSeries odd = new AutoIncrementSeries(2, 1);
        assertThat(servers.add(odd)).isNull();
        assertThat(servers.add(new AutoIncrementSeries(2, 3))).isSameAs(odd);
        assertThat(servers.add(new AutoIncrementSeries(3, 2))).isSameAs(odd);
        assertThat(servers.add(new AutoIncrementSeries(2, 2))).isNull();
    }

    /** One is held in the midst of its step, until the other waits for the end of that, or is in a step of its own. */
    @Test
    void oneOfTwoServersThatAreFirstReachedAtTheSameTimeIsNotAdded() throws Exception {
        AutoIncrementSeries before = new AutoIncrementSeries(3, 1);
        AutoIncrementSeries one = new AutoIncrementSeries(3, 2);
        AutoIncrementSeries other = new AutoIncrementSeries(3, 5);
        AtomicReference<Thread> second = new AtomicReference<>();
        CountDownLatch otherIsCompared = new CountDownLatch(1);
        DisjointServers<AutoIncrementSeries> servers = new DisjointServers<>((added, known) -> {
            if (added == other) {
                otherIsCompared.countDown();
            } else if (added == one) {
                Thread thread = second.get();
                thread.start();
                Eventually.await("the other server")
                        .until(() -> otherIsCompared.getCount() == 0 || thread.getState() == Thread.State.WAITING);
            }
            return added.isApartFrom(known);
        });
        FutureTask<AutoIncrementSeries> answer = new FutureTask<>(() -> servers.add(other));
        second.set(new Thread(answer));

        assertThat(servers.add(before)).isNull();
        assertThat(servers.add(one)).isNull();

        assertThat(answer.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)).isSameAs(one);
    }
}
