package io.distid.bench.jmh;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Snowflake as others have it, each as its README recommends, on one worker id. */
@State(Scope.Benchmark)
public class SnowflakePeersBench {
    private final TsidFactory tsid = TsidFactory.newInstance1024(1);
    private final MillisecondSnowflakeId cosid = new MillisecondSnowflakeId(1);
    private final Snowflake hutool = new Snowflake(1, 1);
    private final Sequence mybatisPlus = new Sequence(1, 1);
    private final DefaultIdGenerator yitter = newYitter();
    private final SnowflakeIdGenerator agrona = new SnowflakeIdGenerator(1);

    /** Made by JMH. */
    public SnowflakePeersBench() {}

    /**
     * tsid-creator, which runs ahead of the clock.
     *
     * @return an id
     */
    @Benchmark
    public long tsidCreator() {
        return tsid.create().toLong();
    }

    /**
     * CosId.
     *
     * @return an id
     */
    @Benchmark
    public long cosid() {
        return cosid.generate();
    }

    /**
     * Hutool.
     *
     * @return an id
     */
    @Benchmark
    public long hutool() {
        return hutool.nextId();
    }

    /**
     * MyBatis-Plus.
     *
     * @return an id
     */
    @Benchmark
    public long mybatisPlus() {
        return mybatisPlus.nextId();
    }

    /**
     * yitter.
     *
     * @return an id
     */
    @Benchmark
    public long yitter() {
        return yitter.newLong();
    }

    /**
     * Agrona.
     *
     * @return an id
     */
    @Benchmark
    public long agrona() {
        return agrona.nextId();
    }

    private static DefaultIdGenerator newYitter() {
        IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
        // 12 bits like the others; its default of 6 caps it at a fraction.
        options.SeqBitLength = 12;
        return new DefaultIdGenerator(options);
    }
}
