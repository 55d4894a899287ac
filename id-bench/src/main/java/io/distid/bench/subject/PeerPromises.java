package io.distid.bench.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the documentation of each peer says of that which a fault makes its ids do, looked up by hand for the version on the class path. A sentence is
 * quoted as it stands there; ours, in brackets, tells a reader what one in Chinese means. Stateless: safe for use by any number of threads.
 */
public final class PeerPromises {
    private static final String NOTHING = "its documentation promises nothing of this";

    private static final Set<String> DOWN = Set.of("clock-back-down");
    private static final Set<String> TWO_NODES = Set.of("process-pause", "process-clone", "config-same-id");
    private static final Set<String> END = Set.of("format-end");
    private static final Set<String> ANY = Set.of();

    private static final String EACH_GREATER = "每次获取的`NextMaxId`，一定比上一次大";
    private static final String EACH_GREATER_MEANS =
            "each maximum that is claimed is greater than the last, which its ids rest on; a store that goes back is not spoken of";

    private static final List<Peer> ALL = List.of(
            new Peer(
                    "tsid-creator",
                    "tsid-creator 5.2.6",
                    "https://github.com/f4b6a3/tsid-creator/blob/tsid-creator-5.2.6/README.md",
                    documented(
                            Weakness.REPEATS,
                            TWO_NODES,
                            "A simple way to avoid collisions is to make sure that each generator has its exclusive node ID."),
                    documented(
                            Weakness.UNSTOPPED,
                            END,
                            "The time component can be used for ~69 years if stored in a SIGNED 64 bits integer field."),
                    documented(
                            Weakness.ORDER,
                            END,
                            "The time component can be used for ~69 years if stored in a SIGNED 64 bits integer field.")),
            new Peer(
                    "cosid snowflake",
                    "cosid-core 2.13.3",
                    "https://github.com/Ahoo-Wang/CosId/blob/v2.13.3/README.md",
                    documented(
                            Weakness.REPEATS,
                            DOWN,
                            "Strong reliance on the local clock, potential clock moved backwards problems will cause ID duplication.",
                            "of any Snowflake; it goes on to say that CosId solves the problem, which its starter does by a last timestamp in a file that"
                                    + " this row is opened without"),
                    documented(
                            Weakness.REPEATS,
                            TWO_NODES,
                            "`machineId`总是需要配置的，而且集群中是不能重复的，否则分区原则就会被破坏而导致ID唯一性原则破坏",
                            "documentation/docs/guide/snowflake.md: a machine id must not repeat in the cluster, or ids are not unique")),
            new Peer(
                    "cosid segment-chain",
                    "cosid-core 2.13.3",
                    "https://github.com/Ahoo-Wang/CosId/blob/v2.13.3/documentation/docs/guide/segment.md",
                    documented(Weakness.REPEATS, ANY, EACH_GREATER, EACH_GREATER_MEANS),
                    documented(Weakness.ORDER, ANY, EACH_GREATER, EACH_GREATER_MEANS)),
            new Peer(
                    "hutool snowflake",
                    "hutool-core 5.8.44",
                    "https://www.javadoc.io/doc/cn.hutool/hutool-core/5.8.44/cn/hutool/core/util/IdUtil.html",
                    documented(
                            Weakness.REPEATS,
                            TWO_NODES,
                            "每个独立的对象ID不互斥，会导致ID重复，请自行保证单例！",
                            "of createSnowflake, which is deprecated for it: ids of several objects repeat, so see to it that there is one"),
                    documented(Weakness.UNSTOPPED, END, "41位的长度可以使用69年", "41 bits last for 69 years"),
                    documented(Weakness.ORDER, END, "41位的长度可以使用69年", "41 bits last for 69 years")),
            new Peer(
                    "mybatis-plus",
                    "mybatis-plus-core 3.5.17",
                    "https://www.javadoc.io/doc/com.baomidou/mybatis-plus-core/3.5.17/com/baomidou/mybatisplus/core/toolkit/IdWorker.html",
                    documented(
                            Weakness.REPEATS,
                            TWO_NODES,
                            "多实例部署时，需要为每个实例分配唯一的 workerId 和 dataCenterId 组合，避免不同实例生成重复 ID。",
                            "give each of several instances a pair of its own, so that ids do not repeat")),
            new Peer(
                    "agrona snowflake",
                    "agrona 2.6.0",
                    "https://www.javadoc.io/doc/org.agrona/agrona/2.6.0/org/agrona/concurrent/SnowflakeIdGenerator.html",
                    documented(
                            Weakness.REPEATS,
                            DOWN,
                            "ntpd, or alternative clock source, should be setup correctly to ensure the clock does not go backwards."),
                    documented(Weakness.REPEATS, TWO_NODES, "Node identity which scopes the id generation.")),
            new Peer(
                    "yitter",
                    "yitter-idgenerator 1.0.6",
                    "https://github.com/yitter/IdGenerator/blob/master/README.md",
                    documented(
                            Weakness.REPEATS,
                            DOWN,
                            "确保服务再次启动时的系统时间大于最后一次关闭时的时间",
                            "see to it that the clock is beyond the last stop when the service starts again; not yet in the README of 1.0.6"),
                    documented(
                            Weakness.REPEATS,
                            TWO_NODES,
                            "必须由外部系统确保 WorkerId 的全局唯一性",
                            "others must see to it that worker ids are unique"),
                    against(
                            Weakness.REPEATS,
                            ANY,
                            "支持时间回拨处理。比如服务器时间回拨1秒，本算法能自动适应生成临界时间的唯一ID。",
                            "handles a clock that steps back, such as by 1 s, by unique ids"),
                    against(
                            Weakness.ORDER,
                            ANY,
                            "整形数字，随时间单调递增（不一定连续）",
                            "whole numbers that increase monotonically with time; further down: where the clock steps back, ids are made of"
                                    + " numbers reserved in past ms")),
            new Peer(
                    "uuid-creator",
                    "uuid-creator 6.1.1",
                    "https://www.javadoc.io/doc/com.github.f4b6a3/uuid-creator/6.1.1/com/github/f4b6a3/uuid/factory/standard/TimeOrderedEpochFactory.html",
                    documented(
                            Weakness.ORDER,
                            ANY,
                            "Returns a time-ordered unique identifier (UUIDv7).",
                            "a clock that steps back is not spoken of")),
            new Peer(
                    "jug",
                    "java-uuid-generator 5.2.0",
                    "https://github.com/cowtowncoder/java-uuid-generator/blob/java-uuid-generator-5.2.0/README.md",
                    documented(
                            Weakness.ORDER,
                            ANY,
                            "with lexicographic ordering",
                            "of version 7; a clock that steps back is not spoken of")),
            new Peer(
                    "robsonkades",
                    "uuidv7 1.1.0",
                    "https://www.javadoc.io/doc/io.github.robsonkades/uuidv7/1.1.0/io/github/robsonkades/uuidv7/UUIDv7.html",
                    against(
                            Weakness.ORDER,
                            ANY,
                            "If the observed wall clock moves backwards, generation continues from the last emitted timestamp")),
            new Peer(
                    "ulid-creator",
                    "ulid-creator 5.2.4",
                    "https://github.com/f4b6a3/ulid-creator/blob/ulid-creator-5.2.4/README.md",
                    documented(
                            Weakness.ORDER,
                            ANY,
                            "Sorted by generation time",
                            "a clock that steps back is not spoken of")),
            new Peer(
                    "redisson ids",
                    "redisson 3.52.0",
                    "https://www.javadoc.io/doc/org.redisson/redisson/3.52.0/org/redisson/api/RIdGenerator.html",
                    against(Weakness.REPEATS, ANY, "Returns unique numbers but not monotonically increased.")),
            new Peer(
                    "hazelcast",
                    "hazelcast 5.7.0",
                    "https://docs.hazelcast.org/docs/5.7.0/javadoc/com/hazelcast/flakeidgen/FlakeIdGenerator.html",
                    documented(
                            Weakness.REPEATS,
                            DOWN,
                            "If before the restart the generator went beyond the current time, duplicate IDs could be generated.",
                            "of allowedFutureMillis, as in its source of 2022"),
                    documented(
                            Weakness.HANGS,
                            ANY,
                            "Sets how far to the future is the generator allowed to go to generate IDs without blocking, default is 15"
                                    + " seconds.",
                            "hazelcast-full-example.xml of 5.7.0; a clock that steps back is not spoken of"),
                    against(
                            Weakness.REPEATS,
                            ANY,
                            "This allows the IDs to be ordered and unique without any coordination between members, which makes the"
                                    + " generator safe even in split-brain scenario (for caveats, see here).")),
            new Peer("jdk randomUUID", Library.jdk(), "https://docs.oracle.com/en/java/javase/"));

    private PeerPromises() {}

    /** What a cell can show of ids that their user may not expect. Immutable. */
    public enum Weakness {
        /** An id was given out twice. */
        REPEATS,
        /** A call neither returned nor failed. */
        HANGS,
        /** The order that is claimed did not hold. */
        ORDER,
        /** There were no more ids, and no call failed. */
        UNSTOPPED
    }

    /**
     * A sentence of a peer's documentation.
     *
     * @param of what it speaks about
     * @param faults under which it is to be quoted; empty for all that no other sentence is for
     * @param contradicted whether what is shown is what it rules out; otherwise it says so itself, or names what is to be seen to
     * @param quotation as it stands there
     * @param ours what it means, or what is to be known with it; may be empty
     */
    private record Sentence(Weakness of, Set<String> faults, boolean contradicted, String quotation, String ours) {}

    /**
     * A peer.
     *
     * @param row what its rows begin with
     * @param library with the version whose documentation was read
     * @param source where that is
     */
    record Peer(String row, String library, String source, List<Sentence> sentences) {
        Peer(String row, String library, String source, Sentence... sentences) {
            this(row, library, source, List.of(sentences));
        }

        private String say(Weakness weakness, String fault) {
            List<Sentence> found = sentences.stream()
                    .filter(sentence -> sentence.of() == weakness)
                    .toList();
            return found.stream()
                    .filter(sentence -> sentence.faults().contains(fault))
                    .findFirst()
                    .or(() -> found.stream()
                            .filter(sentence -> sentence.faults().isEmpty())
                            .findFirst())
                    .map(this::say)
                    .orElse(NOTHING);
        }

        private String say(Sentence sentence) {
            return (sentence.contradicted() ? "contradicts its documentation: \"" : "its documentation says: \"")
                    + sentence.quotation() + "\"" + (sentence.ours().isEmpty() ? "" : " [" + sentence.ours() + "]")
                    + " (" + source + ")";
        }
    }

    /**
     * What a peer's documentation says of its weaknesses in one cell.
     *
     * @param subject a row of {@link Catalogue} that is a peer's
     * @param fault the column
     * @param weaknesses what the cell shows
     * @return for each weakness that the documentation contradicts or tells of, the sentence and where it stands; or that there is none
     */
    public static String of(Subject subject, String fault, Set<Weakness> weaknesses) {
        Peer peer = peer(subject.name());
        List<String> all = new ArrayList<>();
        for (Weakness weakness : Weakness.values()) {
            if (weaknesses.contains(weakness)) {
                all.add(peer.say(weakness, fault));
            }
        }
        return peer.library() + ": " + String.join("; ", all.stream().distinct().toList());
    }

    static Peer peer(String row) {
        return ALL.stream()
                .filter(peer -> row.startsWith(peer.row()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("nobody has read what the documentation of " + row + " promises"));
    }

    private static Sentence documented(Weakness of, Set<String> faults, String quotation) {
        return documented(of, faults, quotation, "");
    }

    private static Sentence documented(Weakness of, Set<String> faults, String quotation, String ours) {
        return new Sentence(of, faults, false, quotation, ours);
    }

    private static Sentence against(Weakness of, Set<String> faults, String quotation) {
        return against(of, faults, quotation, "");
    }

    private static Sentence against(Weakness of, Set<String> faults, String quotation, String ours) {
        return new Sentence(of, faults, true, quotation, ours);
    }
}
