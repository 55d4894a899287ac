package io.distid.uuid;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Until when each clock sequence of a node was used: epoch ms, {@link #NEVER}, or {@link #HELD} while a generator has it. */
interface ClockSequenceUses {
    long NEVER = Long.MIN_VALUE;
    long HELD = Long.MAX_VALUE;

    /** Until when a clock sequence was used. */
    long until(int sequence);

    /** Takes a clock sequence that was used until a time and is not held; false if either is no longer true. */
    boolean hold(int sequence, long until);

    /** Releases a held clock sequence. */
    void release(int sequence, long until);

    /** The uses on a node that nobody else has. For one thread at a time. */
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
     * The uses on a node that others in the process may be given, too. Two class loaders of a JVM, such as those of two web applications, each have a
     * copy of this class. They share only the system properties, so the uses are kept there. Names and values are strings, as code that lists
     * properties expects. What this class loader has recorded itself stays valid even if somebody replaces or removes properties. For one thread at a
     * time.
     */
    static ClockSequenceUses ofGivenNode(Node node) {
        // The prefix is not "distid.", because settings are looked up there.
        String prefix = "io.distid.uuid.clock-sequence:" + node + "/";
        ClockSequenceUses own = ofRandomNode();
        return new ClockSequenceUses() {
            @Override
            public long until(int sequence) {
                return Math.max(own.until(sequence), until(shared(sequence)));
            }

            @Override
            public boolean hold(int sequence, long until) {
                Object known = shared(sequence);
                if (Math.max(own.until(sequence), until(known)) != until) {
                    return false;
                }
                Properties properties = System.getProperties();
                String held = Long.toString(HELD);
                boolean isHeld = known == null
                        ? properties.putIfAbsent(prefix + sequence, held) == null
                        : properties.replace(prefix + sequence, known, held);
                return isHeld && own.hold(sequence, until);
            }

            @Override
            public void release(int sequence, long until) {
                own.release(sequence, until);
                if (until == NEVER) {
                    System.getProperties().remove(prefix + sequence);
                } else {
                    System.setProperty(prefix + sequence, Long.toString(until));
                }
            }

            /** Ignores the defaults of the properties, which cannot be replaced atomically. */
            private @Nullable Object shared(int sequence) {
                return System.getProperties().get(prefix + sequence);
            }

            private static long until(@Nullable Object known) {
                return known == null ? NEVER : Long.parseLong(known.toString());
            }
        };
    }
}
