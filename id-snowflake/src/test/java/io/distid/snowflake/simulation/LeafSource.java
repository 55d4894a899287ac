package io.distid.snowflake.simulation;

import io.distid.BackendException;
import io.distid.testkit.simulation.IdSource;
import io.distid.testkit.simulation.Life;
import io.distid.testkit.simulation.World;

/**
 * Leaf's rule: a node keeps its worker id, uploads its clock every 3 s, and does not start while its clock is behind what it
 * uploaded last; a clock at most 5 ms behind is waited out. A negative control.
 */
final class LeafSource extends TextbookSource {
    private static final long UPLOAD_NANOS = 3 * World.SECOND;

    private final Uploads uploads;
    private boolean closed;

    private LeafSource(Life life, Uploads uploads) {
        super(life);
        this.uploads = uploads;
    }

    static IdSource open(Life life) {
        Uploads uploads = (Uploads) life.world().store();
        long uploaded = life.world().network().call(life, "read upload", () -> uploads.read(life.node()));
        long now = life.millis();
        if (now < uploaded) {
            throw clockBehind(now, uploaded);
        }
        LeafSource source = new LeafSource(life, uploads);
        source.upload();
        return source;
    }

    @Override
    long firstSequence() {
        int sequences = 1 << life.format().sequenceBits();
        return life.world().random().nextInt(Math.min(100, sequences));
    }

    @Override
    long behind(long tick, long last) {
        long offset = (last - tick) * life.format().tickMillis();
        if (offset <= 5) {
            life.park(2 * offset * World.MILLI);
            long again = tick();
            if (again >= last) {
                return again;
            }
        }
        return super.behind(tick, last);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void upload() {
        if (closed || !life.alive()) {
            return;
        }
        try {
            if (life.running()) {
                long now = life.millis();
                life.world().network().call(life, "upload", () -> uploads.write(life.node(), now));
            }
        } catch (BackendException e) {
            life.world().trace("%s: %s", life.name(), e.getMessage());
        } catch (Life.Crash crash) {
            return;
        }
        life.world().in(UPLOAD_NANOS, this::upload);
    }
}
