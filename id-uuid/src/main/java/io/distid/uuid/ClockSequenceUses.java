package io.distid.uuid;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Until when each clock sequence of a node was used: epoch ms, {@link #NEVER}, or {@link #HELD} while a generator has it. */
interface ClockSequenceUses {
    long NEVER = Long.MIN_VALUE;
    long HELD = Long.MAX_VALUE;

    /** Until when a clock sequence was used. */
    long until(int sequence);

    /** Takes a clock sequence that was used until a time, and is not held; false if that is not so any more. */
    boolean hold(int sequence, long until);

    /** Lets go of one that was held. */
    void release(int sequence, long until);

    /** Of a node that nobody else has. For one thread at a time. */
    static ClockSequenceUses ofRandomNode() {
        return new ClockSequenceUses() {
            private final Map<Integer, Long> known = new HashMap<>();

            @Override
            public long until(int sequence) {
                return known.getOrDefault(sequence, NEVER);
            }

            @Override
            public boolean hold(int sequence, long until) {
                known.put(sequence, HELD);
                return true;
            }

            @Override
            public void release(int sequence, long until) {
                known.put(sequence, until);
            }
        };
    }

    /**
     * Of a node that others of the process may be given, too. The class loaders of a JVM (those of two web applications, say) have a copy of this class
     * each; what they share is the system's properties. Names and values are strings, as whoever lists properties expects.
     */
    static ClockSequenceUses ofGivenNode(Node node) {
        // Not distid., under which settings are looked up.
        String prefix = "io.distid.uuid.clock-sequence:" + node + "/";
        Properties shared = System.getProperties();
        return new ClockSequenceUses() {
            @Override
            public long until(int sequence) {
                String value = shared.getProperty(prefix + sequence);
                return value == null ? NEVER : Long.parseLong(value);
            }

            @Override
            public boolean hold(int sequence, long until) {
                String name = prefix + sequence;
                return until == NEVER
                        ? shared.putIfAbsent(name, Long.toString(HELD)) == null
                        : shared.replace(name, Long.toString(until), Long.toString(HELD));
            }

            @Override
            public void release(int sequence, long until) {
                String name = prefix + sequence;
                if (until == NEVER) {
                    shared.remove(name);
                } else {
                    shared.setProperty(name, Long.toString(until));
                }
            }
        };
    }
}
