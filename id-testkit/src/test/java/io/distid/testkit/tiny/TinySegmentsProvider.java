package io.distid.testkit.tiny;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/** Segments on a tiny server. */
public final class TinySegmentsProvider implements SegmentStoreProvider {

    /** Ways to break the contract. */
    public enum Defect {
        NONE,
        OVERLAPS,
        WRONG_SIZE,
        MAKES_TAGS,
        TRUSTS_THE_COUNTER,
        OVERFLOWS,
        TAKES_ANY_SIZE,
        HIDES_OUTAGE,
        ONE_COUNTER,
        LISTS_THE_PAST,
        TAKES_BACK_ANYTHING,
        TAKES_BACK_NOTHING,
        UNDOES_A_LOST_CLAIM,
        REPEATS_A_LOST_GIVE_BACK,
        ALARMS_AFTER_A_LOST_GIVE_BACK
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String summary() {
        return "segments on a tiny server";
    }

    @Override
    public List<ConfigKey> keys() {
        return TinyClient.keys(Defect.values());
    }

    @Override
    public SegmentStore open(IdConfig config) {
        return new TinySegments(TinyClient.open(config), Defect.valueOf(config.text("defect")));
    }

    private record TinySegments(TinyClient client, Defect defect, Map<String, Long> seen) implements SegmentStore {
        TinySegments(TinyClient client, Defect defect) {
            this(client, defect, new HashMap<>());
        }

        @Override
        public Segment claim(String tag, long size) {
            if (size < 1 && defect != Defect.TAKES_ANY_SIZE) {
                throw new IllegalArgumentException("size must be at least 1: " + size);
            }
            if (defect == Defect.HIDES_OUTAGE) {
                try {
                    client.change(Properties::size);
                } catch (RuntimeException e) {
                    return new Segment(1, 1 + size);
                }
            }
            // What was seen is read and noted in one turn, or two threads of one object would trip over each other.
            synchronized (seen) {
                Segment segment = defect == Defect.UNDOES_A_LOST_CLAIM
                        ? claimOrUndo(tag, size)
                        : client.change(data -> next(data, tag, size));
                if (defect != Defect.TRUSTS_THE_COUNTER && defect != Defect.OVERLAPS) {
                    seen.put(tag, segment.end());
                }
                return segment;
            }
        }

        /** Takes the size off again, whoever has claimed in between. */
        private Segment claimOrUndo(String tag, long size) {
            try {
                return client.changeOnce(data -> next(data, tag, size));
            } catch (BackendException e) {
                client.change(data -> data.setProperty(
                        "next." + tag, Long.toString(Long.parseLong(data.getProperty("next." + tag)) - size)));
                throw e;
            }
        }

        private Segment next(Properties data, String tag, long size) {
            String key = defect == Defect.ONE_COUNTER ? "next" : "next." + tag;
            step(data, tag);
            long start = Long.parseLong(data.getProperty(key, "1"));
            if (start > Long.MAX_VALUE - size && defect != Defect.OVERFLOWS) {
                throw new IdsExhaustedException("tag " + tag + " has no " + size + " ids left above " + start);
            }
            if (start < seen.getOrDefault(tag, 0L)) {
                throw new StoreRegressedException("tag " + tag + " was at " + seen.get(tag) + ", is at " + start);
            }
            long end = start + Math.max(size, 1) + (defect == Defect.WRONG_SIZE ? 1 : 0);
            if (end < 0) {
                end = Long.MAX_VALUE;
            }
            data.setProperty(key, Long.toString(defect == Defect.OVERLAPS ? end - 1 : end));
            return new Segment(Math.min(start, end - 1), end);
        }

        @Override
        public long step(String tag) {
            return client.change(data -> step(data, tag));
        }

        private long step(Properties data, String tag) {
            String step = data.getProperty("step." + tag);
            if (step == null && defect != Defect.MAKES_TAGS) {
                throw new ConfigException("no tag \"" + tag + "\" in the tiny store; make it first");
            }
            return step == null ? 1 : Long.parseLong(step);
        }

        @Override
        public Set<String> tags() {
            return client.change(data -> data.stringPropertyNames().stream()
                    .filter(name -> name.startsWith("step."))
                    .limit(defect == Defect.LISTS_THE_PAST ? 1 : Long.MAX_VALUE)
                    .map(name -> name.substring("step.".length()))
                    .collect(Collectors.toSet()));
        }

        @Override
        public boolean giveBack(String tag, Segment unused) {
            synchronized (seen) {
                long before = seen.getOrDefault(tag, 0L);
                if (defect != Defect.ALARMS_AFTER_A_LOST_GIVE_BACK) {
                    // Before it is asked for: it may be carried out, and its answer lost.
                    seen.put(tag, unused.start());
                }
                boolean taken = defect == Defect.REPEATS_A_LOST_GIVE_BACK
                        ? client.change(data -> takeBack(data, tag, unused))
                        // Never twice: another may have claimed the same range in between.
                        : client.changeOnce(data -> takeBack(data, tag, unused));
                seen.put(tag, taken ? unused.start() : before);
                return taken;
            }
        }

        private boolean takeBack(Properties data, String tag, Segment unused) {
            boolean last = data.getProperty("next." + tag).equals(Long.toString(unused.end()));
            if (last && defect != Defect.TAKES_BACK_NOTHING || defect == Defect.TAKES_BACK_ANYTHING) {
                data.setProperty("next." + tag, Long.toString(unused.start()));
            }
            return last || defect == Defect.TAKES_BACK_ANYTHING;
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
