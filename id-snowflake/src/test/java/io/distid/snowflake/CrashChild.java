package io.distid.snowflake;

import io.distid.IdGenerators;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.testkit.ChildInput;

/** A process that draws ids until it is killed. */
final class CrashChild {
    private CrashChild() {}

    /**
     * Says {@code issued <greatest id>} after each batch.
     *
     * @param arguments none
     * @throws Exception if it cannot draw
     */
    public static void main(String[] arguments) throws Exception {
        ChildInput input = new ChildInput();
        long[] ids = new long[4096];
        try (LongIdGenerator snowflake = IdGenerators.openLong("snowflake", input.settings())) {
            while (true) {
                try {
                    snowflake.nextIds(ids, 0, ids.length);
                } catch (LeaseLostException e) {
                    // It stood still for longer than its reservation, and goes on once that is renewed.
                    continue;
                }
                System.out.println("issued " + ids[ids.length - 1]);
            }
        }
    }
}
