package io.distid.testkit.tiny;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/** Segments in a file. */
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
        TAKES_BACK_NOTHING
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String summary() {
        return "segments in a file";
    }

    @Override
    public List<ConfigKey> keys() {
        List<String> defects = Arrays.stream(Defect.values()).map(Enum::name).toList();
        return List.of(
                ConfigKey.text("directory", null, "where the file lies"),
                ConfigKey.choice("defect", defects, "NONE", "what to break"));
    }

    @Override
    public SegmentStore open(IdConfig config) {
        TinyServer server = new TinyServer(Path.of(config.text("directory")));
        server.change(Properties::size);
        return new TinySegments(server, Defect.valueOf(config.text("defect")));
    }

    private record TinySegments(TinyServer server, Defect defect, Map<String, Long> seen) implements SegmentStore {
        TinySegments(TinyServer server, Defect defect) {
            this(server, defect, new HashMap<>());
        }

        @Override
        public Segment claim(String tag, long size) {
            if (size < 1 && defect != Defect.TAKES_ANY_SIZE) {
                throw new IllegalArgumentException("size must be at least 1: " + size);
            }
            if (defect == Defect.HIDES_OUTAGE) {
                try {
                    server.change(Properties::size);
                } catch (RuntimeException e) {
                    return new Segment(1, 1 + size);
                }
            }
            // What was seen is read and noted in one turn, or two threads of one object would trip over each other.
            synchronized (seen) {
                Segment segment = server.change(data -> next(data, tag, size));
                if (defect != Defect.TRUSTS_THE_COUNTER && defect != Defect.OVERLAPS) {
                    seen.put(tag, segment.end());
                }
                return segment;
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
            return server.change(data -> step(data, tag));
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
            return server.change(data -> data.stringPropertyNames().stream()
                    .filter(name -> name.startsWith("step."))
                    .limit(defect == Defect.LISTS_THE_PAST ? 1 : Long.MAX_VALUE)
                    .map(name -> name.substring("step.".length()))
                    .collect(Collectors.toSet()));
        }

        @Override
        public boolean giveBack(String tag, Segment unused) {
            synchronized (seen) {
                boolean taken = server.change(data -> {
                    boolean last = data.getProperty("next." + tag).equals(Long.toString(unused.end()));
                    if (last && defect != Defect.TAKES_BACK_NOTHING || defect == Defect.TAKES_BACK_ANYTHING) {
                        data.setProperty("next." + tag, Long.toString(unused.start()));
                    }
                    return last || defect == Defect.TAKES_BACK_ANYTHING;
                });
                if (taken) {
                    seen.put(tag, unused.start());
                }
                return taken;
            }
        }

        @Override
        public void close() {}
    }
}
