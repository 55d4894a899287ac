package io.distid.zookeeper;

import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * One list of rights for each node that is created.
 *
 * @param rights the rights and their owners
 */
record Acls(List<ACL> rights) implements ACLProvider {

    static Acls of(IdConfig config) {
        String acl = config.has("acl") ? config.text("acl") : config.has("auth") ? "creator" : "open";
        return switch (acl) {
            case "open" -> new Acls(ZooDefs.Ids.OPEN_ACL_UNSAFE);
            case "creator" -> new Acls(ZooDefs.Ids.CREATOR_ALL_ACL);
            default -> new Acls(parse(acl));
        };
    }

    /** Parses {@code scheme:id:rights}; the id may hold colons, as in scheme digest. */
    private static List<ACL> parse(String text) {
        List<ACL> rights = new ArrayList<>();
        for (String one : text.split(",")) {
            int first = one.indexOf(':');
            int last = one.lastIndexOf(':');
            rights.add(new ACL(
                    permissions(one.substring(last + 1)),
                    new Id(one.substring(0, first), one.substring(first + 1, last))));
        }
        // List.copyOf would not do: ZooKeeper asks the list whether it contains null.
        return rights;
    }

    private static int permissions(String letters) {
        int permissions = 0;
        for (char letter : letters.toCharArray()) {
            permissions |= switch (letter) {
                case 'c' -> ZooDefs.Perms.CREATE;
                case 'd' -> ZooDefs.Perms.DELETE;
                case 'r' -> ZooDefs.Perms.READ;
                case 'w' -> ZooDefs.Perms.WRITE;
                default -> ZooDefs.Perms.ADMIN;
            };
        }
        return permissions;
    }

    @Override
    public List<ACL> getDefaultAcl() {
        return rights;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
        return rights;
    }
}
