package io.distid.snowflake.simulation;

import io.distid.BackendException;
import io.distid.testkit.simulation.IdSource;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.World;

/**
 * Leaf's rule: a node keeps its worker id, uploads its clock every 3 s, and does not start while its clock is behind what it
 * uploaded last; a clock at most 5 ms behind is waited out. A negative control.
 */
final class LeafSource extends TextbookSource {
    private static final long UPLOAD_NANOS = 3 * World.SECOND;

    private final Uploads uploads;
    private boolean closed;

    private LeafSource(SimulatedProcess process, Uploads uploads) {
        super(process);
        this.uploads = uploads;
    }

    static IdSource open(SimulatedProcess process) {
        Uploads uploads = (Uploads) process.world().store();
        long uploaded = process.world().network().call(process, "read upload", () -> uploads.read(process.node()));
        long now = process.millis();
        if (now < uploaded) {
            throw clockBehind(now, uploaded);
        }
        LeafSource source = new LeafSource(process, uploads);
        source.upload();
        return source;
    }

    @Override
    long firstSequence() {
        int sequences = 1 << process.format().sequenceBits();
        return process.world().random().nextInt(Math.min(100, sequences));
    }

    @Override
    long behind(long tick, long last) {
        long offset = (last - tick) * process.format().tickMillis();
        if (offset <= 5) {
            process.park(2 * offset * World.MILLI);
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
        if (closed || !process.alive()) {
            return;
        }
        try {
            if (process.running()) {
                long now = process.millis();
                process.world().network().call(process, "upload", () -> uploads.write(process.node(), now));
            }
        } catch (BackendException e) {
            process.world().trace("%s: %s", process.name(), e.getMessage());
        } catch (SimulatedProcess.Crash crash) {
            return;
        }
        process.world().in(UPLOAD_NANOS, this::upload);
    }
}
