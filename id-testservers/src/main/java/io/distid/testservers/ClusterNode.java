package io.distid.testservers;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * One line of a node's view of a Redis Cluster.
 *
 * @param port where clients connect to it
 * @param flags such as {@code myself,master}
 * @param slots ranges of slots
 */
record ClusterNode(int port, List<String> flags, List<String> slots) {
    private static final int ADDRESS = 1;
    private static final int FLAGS = 2;
    private static final int FIRST_SLOTS = 8;

    /** Asks a node for its view; empty if it does not answer. */
    static List<ClusterNode> listedBy(RedisServer node) {
        try {
            return String.valueOf(node.command(RedisReplication.TIMEOUT, "CLUSTER", "NODES"))
                    .lines()
                    .map(ClusterNode::parse)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static ClusterNode parse(String line) {
        List<String> words = Arrays.asList(line.strip().split(" "));
        String address = words.get(ADDRESS).split("@")[0];
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        List<String> flags = List.of(words.get(FLAGS).split(","));
        return new ClusterNode(port, flags, words.subList(Math.min(FIRST_SLOTS, words.size()), words.size()));
    }

    boolean serves() {
        return flags.contains("master") && !flags.contains("fail") && !slots.isEmpty();
    }

    boolean isReplica() {
        return flags.contains("slave") && !flags.contains("fail");
    }

    boolean owns(int slot) {
        return serves()
                // A slot that moves is named once more, in brackets; its owner has it until then.
                && slots.stream().filter(range -> !range.startsWith("[")).anyMatch(range -> {
                    String[] bounds = range.split("-");
                    return Integer.parseInt(bounds[0]) <= slot && slot <= Integer.parseInt(bounds[bounds.length - 1]);
                });
    }
}
