package io.distid.springdata;

import io.distid.entity.DistId;
import io.distid.text.TextForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.annotation.Transient;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Persistable;

/** What the tests insert, into tables or collections of the same names. */
final class Entities {
    static final List<String> TABLES = List.of(
            "CREATE TABLE plain (id BIGINT PRIMARY KEY, code VARCHAR(26), note VARCHAR(40))",
            "CREATE TABLE fixed (id BIGINT PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE primitive (id BIGINT PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE chosen (id BIGINT PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE versioned (id BIGINT PRIMARY KEY, version INT)",
            "CREATE TABLE audited (id BIGINT PRIMARY KEY, created DATETIME(6), modified DATETIME(6))",
            "CREATE TABLE root (id BIGINT PRIMARY KEY)",
            "CREATE TABLE child (root BIGINT, root_key INT, code BIGINT)",
            "CREATE TABLE numbered (id BIGINT PRIMARY KEY, number BIGINT)",
            "CREATE TABLE without_id (code BIGINT)",
            "CREATE TABLE unknown (id BIGINT PRIMARY KEY)",
            "CREATE TABLE failing (id BIGINT PRIMARY KEY)");

    private Entities() {}

    static class Plain {
        @Id
        @DistId("orders")
        @Nullable
        Long id;

        @DistId(value = "documents", text = TextForm.CROCKFORD)
        @Nullable
        String code;

        String note = "";
    }

    record Fixed(@Id @DistId("orders") @Nullable Long id, String note) {}

    static class Primitive {
        @Id
        @DistId("orders")
        long id;

        String note = "";
    }

    static class Chosen implements Persistable<Long> {
        @Id
        @DistId("orders")
        @Nullable
        Long id;

        String note = "";

        @Transient
        boolean isNew = true;

        @Override
        public @Nullable Long getId() {
            return id;
        }

        @Override
        public boolean isNew() {
            return isNew;
        }
    }

    static class Versioned {
        @Id
        @DistId("orders")
        @Nullable
        Long id;

        @Version
        @Nullable
        Integer version;
    }

    static class Audited {
        @Id
        @DistId("orders")
        @Nullable
        Long id;

        @CreatedDate
        @Nullable
        Instant created;

        @LastModifiedDate
        @Nullable
        Instant modified;
    }

    static class Root {
        @Id
        @DistId("orders")
        @Nullable
        Long id;

        List<Child> child = new ArrayList<>();
    }

    static class Child {
        @DistId("orders")
        @Nullable
        Long code;
    }

    static class Numbered {
        @Id
        @Nullable
        Long id;

        @DistId("orders")
        long number;
    }

    static class WithoutId {
        @DistId("orders")
        long code;
    }

    static class Unknown {
        @Id
        @DistId("oders")
        @Nullable
        Long id;
    }

    static class Failing {
        @Id
        @DistId("broken")
        @Nullable
        Long id;
    }

    static class NotStored {
        @Id
        @Nullable
        Long id;

        @Transient
        @DistId("orders")
        @Nullable
        Long code;
    }

    static class Document {
        @Id
        @DistId("documents")
        @Nullable
        UUID id;
    }
}
