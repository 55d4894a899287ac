package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Order(1)
@DisabledOnOs(OS.WINDOWS)
class RedisSentinelSetTest extends EnsembleContract<RedisServer, RedisSentinelSet> {
    private static final Pattern ADDRESS = Pattern.compile("name=ids,status=ok,address=127\\.0\\.0\\.1:(\\d+)");

    @Override
    RedisSentinelSet startEnsemble() {
        return RedisSentinelSet.start();
    }

    @Override
    void write(RedisSentinelSet set, String value) throws IOException {
        Redis.at(masterPort(set), "SET", "key", value);
    }

    @Override
    String read(RedisSentinelSet set, RedisServer member) throws IOException {
        return member.command(TestServers.LIMIT, "GET", "key");
    }

    @Override
    boolean servesClients(RedisSentinelSet set, RedisServer master) {
        try {
            write(set, "served");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Clients that ask that sentinel would be sent to the old master, which may still take what they write. */
    @Test
    @Tag("slow")
    @Order(5)
    @EnabledOnOs(OS.LINUX)
    void noServerLeadsWhileASentinelThatIsBackNamesTheOldOne() throws Exception {
        RedisSentinelSet set = ensemble();
        set.cutOff(set.sentinels().get(0));
        RedisServer old = set.failOver();
        RedisServer next = set.leader();

        set.heal();

        assertThat(set.leader()).isSameAs(next);
        write(set, "by the first sentinel");
        assertThat(read(set, next)).isEqualTo("by the first sentinel");
        old.restart();
        set.awaitCaughtUp();
    }

    /** The first sentinel that answers says where the master is. */
    private static int masterPort(RedisSentinelSet set) throws IOException {
        Matcher address = ADDRESS.matcher(Redis.at(Redis.firstPort(set.sentinelNodes()), "INFO", "sentinel"));
        if (!address.find()) {
            throw new IOException("the sentinel knows no master that is up");
        }
        return Integer.parseInt(address.group(1));
    }
}
