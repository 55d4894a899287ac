package io.distid.db;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sockets of MySQL's driver that run out of memory when they are told to, before an answer is read, which comes all the same. As with TLS, nobody is told
 * what has come and was not read.
 */
public final class UnreadAnswerSockets extends StandardSocketFactory {
    private static final AtomicBoolean UNREAD = new AtomicBoolean();

    /** Made by the driver. */
    public UnreadAnswerSockets() {}

    static void leaveNextUnread() {
        UNREAD.set(true);
    }

    static void read() {
        UNREAD.set(false);
    }

    static boolean left() {
        return !UNREAD.get();
    }

    @Override
    protected Socket createSocket(PropertySet properties) {
        return new Socket() {
            @Override
            public InputStream getInputStream() throws IOException {
                return new Answers(super.getInputStream());
            }
        };
    }

    /** What the server sends. For use by one thread. */
    private static final class Answers extends FilterInputStream {
        Answers(InputStream in) {
            super(in);
        }

        @Override
        public int available() {
            return 0;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            if (UNREAD.getAndSet(false)) {
                throw new OutOfMemoryError("of a test");
            }
            return super.read(into, from, count);
        }
    }
}
