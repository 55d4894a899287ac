package io.distid.bench.peer;

import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.core.SnowWorkerM1;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.Map;

/** Yitter. Stateless. */
public final class YitterPeer extends Peer {
    /**
     * Its README has 6 bits by default, for up to 50,000 ids a second. The lab takes 12, for up to 5,000,000. Its
     * generators keep their worker in a static field, so all generators of a process share the last one. So a node uses
     * a worker directly.
     */
    @Override
    public List<Subject> rows() {
        String name = "yitter";
        int sequenceBits = 12;
        IdGeneratorOptions defaults = new IdGeneratorOptions();
        int shift = defaults.WorkerIdBitLength + sequenceBits;
        return List.of(numbers(
                name,
                origin(
                        "yitter-idgenerator",
                        "com.github.yitter.core.SnowWorkerM1",
                        "WorkerId=node SeqBitLength=" + sequenceBits),
                Layout.told(1 << defaults.WorkerIdBitLength, 0),
                snowflake(
                        name,
                        ((1L << sequenceBits) - defaults.MinSeqNumber) * 1000,
                        defaults.BaseTime,
                        63 - shift,
                        "runs ahead of the clock by up to " + defaults.TopOverCostCount
                                + " ms, then waits until the clock has caught up",
                        "one lock for all generators of a process"),
                node -> {
                    IdGeneratorOptions given = new IdGeneratorOptions((short) node);
                    given.SeqBitLength = (byte) sequenceBits;
                    return new SnowWorkerM1(given)::nextId;
                },
                (high, id) -> (id >>> shift) + defaults.BaseTime));
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        return Map.of(FaultRun.QUICK, List.of("yitter"));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "yitter-idgenerator 1.0.6",
                "https://github.com/yitter/IdGenerator/blob/master/README.md",
                documented(
                        REPEATS,
                        DOWN,
                        "确保服务再次启动时的系统时间大于最后一次关闭时的时间",
                        "see to it that the clock is beyond the last stop when the service starts again; not yet in the README of 1.0.6"),
                documented(
                        REPEATS,
                        TWO_NODES,
                        "必须由外部系统确保 WorkerId 的全局唯一性",
                        "others must see to it that worker ids are unique"),
                against(
                        REPEATS,
                        ANY,
                        "支持时间回拨处理。比如服务器时间回拨1秒，本算法能自动适应生成临界时间的唯一ID。",
                        "handles a clock that steps back, such as by 1 s, by unique ids"),
                against(
                        ORDER,
                        ANY,
                        "整形数字，随时间单调递增（不一定连续）",
                        "whole numbers that increase monotonically with time; further down: where the clock steps back, ids are made of"
                                + " numbers reserved in past ms"));
    }
}
