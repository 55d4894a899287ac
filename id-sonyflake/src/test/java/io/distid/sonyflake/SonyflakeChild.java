package io.distid.sonyflake;

import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.testkit.ChildInput;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A process with one generator: it opens when it is told how a conflict is to be met, and closes when it is told to. */
final class SonyflakeChild {
    private static final int IDS = 300;

    private SonyflakeChild() {}

    /**
     * Says {@code ready}; then to {@code open <on-conflict> [<namespace> [<reservation>]]} either {@code outcome opened <machine id> <id,id,...>} or
     * {@code outcome refused <error>}, and to {@code close} {@code closed}.
     *
     * @param arguments none
     * @throws Exception if anything else fails
     */
    public static void main(String[] arguments) throws Exception {
        ChildInput input = new ChildInput();
        System.out.println("ready");
        while (true) {
            String[] words = input.command().split(" ");
            Map<String, String> settings = new HashMap<>(input.settings());
            settings.put("on-conflict", words[1]);
            if (words.length > 2) {
                settings.put("namespace", words[2]);
            }
            if (words.length > 3) {
                settings.put("reservation", words[3]);
                settings.put("max-lead", "0ms");
            }
            try (Sonyflake sonyflake = (Sonyflake) IdGenerators.openLong("sonyflake", settings)) {
                long[] ids = new long[IDS];
                for (int i = 0; i < IDS; i++) {
                    ids[i] = sonyflake.nextId();
                }
                System.out.println("outcome opened " + sonyflake.machineId() + " "
                        + Arrays.stream(ids).mapToObj(Long::toString).collect(Collectors.joining(",")));
                input.command();
            } catch (IdException e) {
                System.out.println("outcome refused " + e.getClass().getSimpleName() + " " + e.getMessage());
                continue;
            }
            System.out.println("closed");
        }
    }
}
