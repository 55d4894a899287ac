package io.distid.bench.primarykey;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Coordination;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeysTest {
    private static final int TRANSACTION = 4;

    @Test
    void generatorsTakeTurnsIdByIdWhereIdsAreMadeInTheProcess() {
        List<String> calls = new ArrayList<>();

        Keys keys = Keys.draw(nodes(calls, Coordination.NONE), 6, TRANSACTION);

        assertThat(calls.subList(0, 5)).containsExactly("0", "1", "0", "1", "0");
        assertThat(calls).hasSize(12);
        assertThat(texts(keys, 0)).isEqualTo("1,3,5,7,9,11,");
        assertThat(texts(keys, 1)).isEqualTo("2,4,6,8,10,12,");
    }

    @Test
    void generatorsAskForATransactionAtOnceWhereIdsCostARoundTrip() {
        List<String> calls = new ArrayList<>();

        Keys keys = Keys.draw(nodes(calls, Coordination.PER_ID), 6, TRANSACTION);

        assertThat(calls).containsExactly("0: 0 to 4", "1: 0 to 4", "0: 4 to 6", "1: 4 to 6");
        assertThat(texts(keys, 1)).isEqualTo("5,6,7,8,11,12,");
    }

    private static String texts(Keys keys, int inserter) {
        StringBuilder sql = new StringBuilder();
        IntStream.range(0, keys.rows()).forEach(row -> keys.append(sql, TableDialect.INNODB, inserter, row));
        return sql.toString();
    }

    /** Two that draw from one counter and tell who was asked. */
    private static List<IdGenerator> nodes(List<String> calls, Coordination coordination) {
        long[] last = new long[1];
        return List.of(node("0", calls, coordination, last), node("1", calls, coordination, last));
    }

    private static LongIdGenerator node(String name, List<String> calls, Coordination coordination, long[] last) {
        IdTraits traits = IdTraits.builder("counter")
                .ordering(Ordering.GLOBAL)
                .coordination(coordination)
                .safety(Safety.STORED)
                .build();
        return new LongIdGenerator() {
            @Override
            public long nextId() {
                calls.add(name);
                return ++last[0];
            }

            @Override
            public void nextIds(long[] ids, int from, int to) {
                calls.add(name + ": " + from + " to " + to);
                Arrays.setAll(ids, i -> i >= from && i < to ? ++last[0] : ids[i]);
            }

            @Override
            public IdTraits traits() {
                return traits;
            }

            @Override
            public void close() {}
        };
    }
}
