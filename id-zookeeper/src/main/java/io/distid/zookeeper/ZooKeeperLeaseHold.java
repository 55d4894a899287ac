package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.LeaseHold;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * One slot, moved by writes that name the version which was written last; a renewal is one round trip.
 *
 * <p>Where the version is another, an answer was lost, the slot was taken, or the ensemble was restored: a read tells which.
 * A restored ensemble can come to the same version by another way; its transaction ids are lower then. A node that was removed and
 * made again can, too; it was made by another transaction then.
 */
final class ZooKeeperLeaseHold implements LeaseHold {
    private final ZooKeeperLink link;
    private final Map<String, Long> bounds;
    private final String node;
    private final Duration maxAhead;
    private final long stampedBefore;
    private final Slot mine;
    private final long madeBy;
    private volatile long confirmed;
    /** The last write: its version and transaction, and when it was by both clocks. */
    private volatile Written written;

    private record Written(int version, long transaction, long serverMillis, long nanoTime) {
        static Written of(Stat stat) {
            return new Written(stat.getVersion(), stat.getMzxid(), stat.getMtime(), System.nanoTime());
        }

        long serverNow() {
            return serverMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
        }
    }

    ZooKeeperLeaseHold(
            ZooKeeperLink link,
            Map<String, Long> bounds,
            String node,
            Duration maxAhead,
            long stampedBefore,
            Slot mine,
            Stat stat) {
        this.link = link;
        this.bounds = bounds;
        this.node = node;
        this.maxAhead = maxAhead;
        this.stampedBefore = stampedBefore;
        this.mine = mine;
        this.madeBy = stat.getCzxid();
        this.confirmed = mine.bound();
        this.written = Written.of(stat);
    }

    @Override
    public void renew(long reservedUntil) {
        if (reservedUntil - mine.term() - written.serverNow() > maxAhead.toMillis()) {
            throw new BackendException(where() + ": a bound of " + Instant.ofEpochMilli(reservedUntil)
                    + " is refused, since the server's clock shows " + Instant.ofEpochMilli(written.serverNow())
                    + " and at most " + maxAhead.toMillis()
                    + " ms ahead are allowed (key max-ahead); mend this node's clock");
        }
        write(new Slot(reservedUntil, mine.term(), mine.token(), mine.holder()));
        confirmed(reservedUntil);
    }

    @Override
    public void release(long stampedUntil) {
        long stamped = Math.max(stampedUntil, stampedBefore);
        try {
            write(new Slot(stamped, 0, Slot.NOBODY, mine.holder()));
        } catch (LeaseLostException e) {
            // Another's by now, and so nothing to give back.
        }
        bounds.put(node, stamped);
    }

    private void write(Slot slot) {
        try {
            Stat stat;
            try {
                stat = set(slot, written.version());
            } catch (KeeperException.BadVersionException e) {
                stat = set(slot, versionIfStillMine());
            }
            if (stat.getCzxid() != madeBy) {
                throw regressed("a node that was made anew");
            }
            if (stat.getMzxid() <= written.transaction()) {
                throw regressed("transactions that are behind those which were seen");
            }
            written = Written.of(stat);
        } catch (KeeperException.NoNodeException e) {
            throw regressed("nothing");
        } catch (KeeperException e) {
            throw new BackendException(where() + " is being changed by others: " + e.getMessage(), e);
        }
    }

    private Stat set(Slot slot, int version) throws KeeperException {
        return link.call(node, client -> client.setData().withVersion(version).forPath(node, slot.bytes()));
    }

    private int versionIfStillMine() throws KeeperException {
        Stat stat = new Stat();
        Slot found = Slot.parse(
                node,
                link.call(node, client -> client.getData().storingStatIn(stat).forPath(node)));
        if (found.bound() < confirmed) {
            throw regressed("a bound of " + Instant.ofEpochMilli(found.bound()));
        }
        if (!found.token().equals(mine.token())) {
            throw new LeaseLostException(where() + " is held by "
                    + (found.token().equals(Slot.NOBODY) ? "nobody" : found.holder())
                    + " now: this node renewed it too late. Open a new generator.");
        }
        return stat.getVersion();
    }

    /** Remembers a bound that the store has. */
    void confirmed(long bound) {
        confirmed = bound;
        bounds.put(node, bound);
    }

    private String where() {
        return "worker id at " + node + " on ZooKeeper at " + link.where();
    }

    private StoreRegressedException regressed(String found) {
        return new StoreRegressedException(where() + " holds " + found + ", but " + Instant.ofEpochMilli(confirmed)
                + " was confirmed before: was the ensemble restored, or the node removed? Others may hold this id, too: wait"
                + " until the reservations of all holders are over, then open a new generator.");
    }
}
