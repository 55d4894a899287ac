package io.distid.examples.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The order service. Stateless: safe for use by any number of threads. */
@SpringBootApplication(proxyBeanMethods = false)
public class OrdersApplication {
    OrdersApplication() {}

    /**
     * Starts it.
     *
     * @param args settings, such as {@code --server.port=8081}
     */
    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }
}
