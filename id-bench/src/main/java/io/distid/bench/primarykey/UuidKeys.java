package io.distid.bench.primarykey;

import io.distid.IdGenerator;
import io.distid.UuidGenerator;
import java.util.UUID;

/** UUIDs: 16 bytes, the most significant first, so that they sort as their text does. */
final class UuidKeys extends Keys {
    private final long[][] halves;

    UuidKeys(int inserters, int rows) {
        this.halves = new long[inserters][2 * rows];
    }

    @Override
    String type(TableDialect dialect) {
        return dialect.uuidType;
    }

    @Override
    int rows() {
        return halves[0].length / 2;
    }

    @Override
    void append(StringBuilder sql, TableDialect dialect, int inserter, int row) {
        sql.append(dialect.uuidBegins);
        hex(sql, halves[inserter][2 * row]);
        hex(sql, halves[inserter][2 * row + 1]);
        sql.append("',");
    }

    private static void hex(StringBuilder sql, long half) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            sql.append(Character.forDigit((int) (half >>> shift & 15), 16));
        }
    }

    @Override
    void take(IdGenerator node, int inserter, int from, int to) {
        UuidGenerator generator = (UuidGenerator) node;
        for (int row = from; row < to; row++) {
            UUID id = generator.nextUuid();
            halves[inserter][2 * row] = id.getMostSignificantBits();
            halves[inserter][2 * row + 1] = id.getLeastSignificantBits();
        }
    }
}
