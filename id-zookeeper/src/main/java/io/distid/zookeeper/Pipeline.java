package io.distid.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.zookeeper.AsyncCallback.DataCallback;
import org.apache.zookeeper.AsyncCallback.MultiCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Requests that are sent before the first answer comes: together they take one round trip. A server carries out the requests of a session in order,
 * so a read sees all changes that were sent before it. Nothing is repeated. For use by one thread.
 *
 * <p>The last request is a plain call. If its answer does not come in time, the client leaves the server. The client does not do so for
 * asynchronous requests.
 */
final class Pipeline {
    private final ZooKeeperLink link;
    private final ZooKeeper session;
    private final long start = System.nanoTime();

    private Pipeline(ZooKeeperLink link, ZooKeeper session) {
        this.link = link;
        this.session = session;
    }

    /** Begins a pipeline once there is a connection. From then on, all answers together have the link's time-out. */
    static Pipeline over(ZooKeeperLink link, String path) throws KeeperException {
        return new Pipeline(link, link.call(path, client -> connected(client.getZookeeperClient())));
    }

    private static ZooKeeper connected(CuratorZookeeperClient client) throws Exception {
        boolean connected = client.blockUntilConnectedOrTimedOut();
        ZooKeeper session = client.getZooKeeper();
        if (!connected) {
            throw session.getState() == ZooKeeper.States.AUTH_FAILED
                    ? new KeeperException.AuthFailedException()
                    : new KeeperException.ConnectionLossException();
        }
        return session;
    }

    /** A request that the caller waits for. */
    interface Call<T> {
        /** Sends the request, and returns its answer. */
        T on(ZooKeeper session) throws KeeperException, InterruptedException;
    }

    /** Sends the last request and waits for its answer, and so for all earlier answers. */
    <T> T last(String path, Call<T> call) throws KeeperException {
        return link.call(path, client -> call.on(session));
    }

    /** The answer to one request, which may still be on its way. */
    final class Answer<T> {
        private final String path;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        private Answer(String path) {
            this.path = path;
        }

        private void complete(int code, Supplier<T> value) {
            if (code == KeeperException.Code.OK.intValue()) {
                result.complete(value.get());
            } else {
                result.completeExceptionally(KeeperException.create(KeeperException.Code.get(code), path));
            }
        }

        /** Waits for the answer. */
        T get() throws KeeperException {
            return link.call(path, client -> await());
        }

        private T await() throws Exception {
            long left = link.timeout().toNanos() - (System.nanoTime() - start);
            try {
                return result.get(Math.max(0, left), TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                throw (KeeperException) e.getCause();
            } catch (TimeoutException e) {
                throw KeeperException.create(KeeperException.Code.REQUESTTIMEOUT, path);
            }
        }
    }

    Answer<ZooKeeperTree.Node> read(String path) {
        Answer<ZooKeeperTree.Node> answer = new Answer<>(path);
        DataCallback callback =
                (code, asked, context, data, stat) -> answer.complete(code, () -> new ZooKeeperTree.Node(data, stat));
        session.getData(path, false, callback, null);
        return answer;
    }

    /** Makes the server catch up with the leader. */
    Answer<String> sync(String path) {
        Answer<String> answer = new Answer<>(path);
        session.sync(path, (code, asked, context) -> answer.complete(code, () -> asked), null);
        return answer;
    }

    /** Carries out a transaction that ends with a write; the answer is the state of the written node. */
    Answer<Stat> commit(List<ZooKeeperTree.Step> steps) {
        int last = steps.size() - 1;
        Answer<Stat> answer = new Answer<>(steps.get(last).path());
        MultiCallback callback = (code, asked, context, results) ->
                answer.complete(code, () -> ((OpResult.SetDataResult) results.get(last)).getStat());
        session.multi(steps.stream().map(this::operation).toList(), callback, null);
        return answer;
    }

    /** Carries out a transaction as the last request, and waits for its answer. */
    List<OpResult> commitLast(List<ZooKeeperTree.Step> steps) throws KeeperException {
        List<Op> operations = steps.stream().map(this::operation).toList();
        return last(steps.get(0).path(), server -> server.multi(operations));
    }

    private Op operation(ZooKeeperTree.Step step) {
        if (step instanceof ZooKeeperTree.Check check) {
            return Op.check(check.path(), ZooKeeperTree.ANY_VERSION);
        }
        if (step instanceof ZooKeeperTree.Create create) {
            return Op.create(create.path(), create.data(), link.rights(), CreateMode.PERSISTENT);
        }
        if (step instanceof ZooKeeperTree.Write write) {
            return Op.setData(write.path(), write.data(), write.version());
        }
        ZooKeeperTree.Delete delete = (ZooKeeperTree.Delete) step;
        return Op.delete(delete.path(), delete.version());
    }
}
