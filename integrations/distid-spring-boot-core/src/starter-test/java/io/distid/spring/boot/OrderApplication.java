package io.distid.spring.boot;

import io.distid.LongIdGenerator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A web application on a free port, as users have it, that answers with ids; and its client. */
final class OrderApplication implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    private OrderApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static OrderApplication start(List<String> properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "server.port=0",
                "server.shutdown=graceful",
                "spring.main.banner-mode=off",
                "management.endpoints.web.exposure.include=health,distid,metrics",
                "management.endpoint.health.show-details=always",
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.group.readiness.include=readinessState,distid",
                // MySQL's driver asks MariaDB for a table that only MySQL has.
                "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
                "spring.jpa.database-platform=org.hibernate.dialect.MySQLDialect"));
        arguments.addAll(properties);
        return new OrderApplication(new SpringApplicationBuilder(Web.class)
                .run(arguments.stream().map(each -> "--" + each).toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    HttpResponse<String> get(String path) {
        try {
            return client.send(request(path), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    CompletableFuture<HttpResponse<String>> getLater(String path) {
        return client.sendAsync(request(path), BodyHandlers.ofString());
    }

    private HttpRequest request(String path) {
        String port = context.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
    }

    @Override
    public void close() {
        context.close();
    }

    /** Stops before the web server does, and says so. */
    static final class Stopping implements SmartLifecycle {
        final CountDownLatch began = new CountDownLatch(1);
        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            began.countDown();
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return Integer.MAX_VALUE;
        }
    }

    @RestController
    static class Orders {
        final CountDownLatch entered = new CountDownLatch(1);
        private final LongIdGenerator ids;
        private final Stopping stopping;

        Orders(LongIdGenerator ids, Stopping stopping) {
            this.ids = ids;
            this.stopping = stopping;
        }

        @GetMapping("/id")
        String id() {
            return ids.nextText();
        }

        /** Draws its id once the application has begun to close. */
        @GetMapping("/late")
        String late() throws InterruptedException {
            entered.countDown();
            stopping.began.await();
            return ids.nextText();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Web {
        @Bean
        Stopping stopping() {
            return new Stopping();
        }

        @Bean
        Orders orders(@Qualifier("orders") LongIdGenerator ids, Stopping stopping) {
            return new Orders(ids, stopping);
        }
    }
}
