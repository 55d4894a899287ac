package io.distid.etcd;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;

/** A call of an {@link Etcd}, which a test sees before it is sent. */
record EtcdCall(Etcd etcd, Method method, Object[] arguments) {

    /** What becomes of a call. */
    interface Seen {
        Object by(EtcdCall call) throws Throwable;
    }

    /** The same etcd, with calls that a test sees. */
    static Etcd seen(Etcd etcd, Seen seen) {
        return (Etcd) Proxy.newProxyInstance(
                Etcd.class.getClassLoader(),
                new Class<?>[] {Etcd.class},
                (proxy, method, arguments) -> seen.by(new EtcdCall(etcd, method, arguments)));
    }

    boolean is(String name) {
        return method.getName().equals(name);
    }

    boolean isWrite() {
        return is("commit") && body().contains("request_put");
    }

    /** Whether it writes, and names that key. */
    boolean isWrite(String key) {
        return isWrite() && body().contains(Transaction.encode(key));
    }

    private String body() {
        return GatewayJson.write(((Transaction) arguments[0]).body());
    }

    Object send() throws Throwable {
        try {
            return method.invoke(etcd, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Sends it, and changes the outcome of a transaction. */
    Object send(UnaryOperator<Etcd.Outcome> change) throws Throwable {
        Object answer = send();
        return answer instanceof Etcd.Outcome outcome ? change.apply(outcome) : answer;
    }

    /** The same outcome, as of another moment. */
    static Etcd.Outcome at(long revision, long serverMillis, String incarnation, Etcd.Outcome outcome) {
        return new Etcd.Outcome(
                outcome.succeeded(),
                outcome.found(),
                outcome.counts(),
                outcome.inner(),
                revision,
                serverMillis,
                incarnation);
    }
}
