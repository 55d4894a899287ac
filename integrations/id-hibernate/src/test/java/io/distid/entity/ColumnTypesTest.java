package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.text.TextForm;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is in the columns. */
class ColumnTypesTest {

    @Test
    void uuidsAreSixteenBytesThatSortByTime() {
        try (TestFactory factory = TestFactory.of(Document.class)) {
            List<String> made = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Document document = new Document();
                factory.inTransaction(session -> session.persist(document));
                made.add(document.id.toString().replace("-", ""));
            }
            assertThat(factory.query("SELECT COLUMN_TYPE FROM information_schema.COLUMNS"
                            + " WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = 'id'"))
                    .containsExactly("binary(16)");
            assertThat(factory.query("SELECT LOWER(HEX(id)) FROM Document ORDER BY id"))
                    .isEqualTo(made);
        }
    }

    @Test
    void textsHaveTheFormThatIsAskedFor() {
        try (TestFactory factory = TestFactory.of(Invoice.class)) {
            Invoice invoice = new Invoice();
            factory.inTransaction(session -> session.persist(invoice));
            assertThat(TextForm.CROCKFORD.longs().decode(invoice.id)).isPositive();
            assertThat(TextForm.BASE62.uuids().decode(invoice.document).version())
                    .isEqualTo(7);
            assertThat(invoice.canonical).hasSize(36);
            assertThat(factory.query("SELECT CONCAT(id, document, canonical) FROM Invoice"))
                    .containsExactly(invoice.id + invoice.document + invoice.canonical);
        }
    }

    @Entity(name = "Document")
    static class Document {
        @Id
        @DistId("documents")
        @Nullable
        UUID id;
    }

    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @DistId(value = "orders", text = TextForm.CROCKFORD)
        @Column(length = 13)
        @Nullable
        String id;

        @DistId(value = "documents", text = TextForm.BASE62)
        @Column(length = 22)
        @Nullable
        String document;

        @DistId("documents")
        @Column(length = 36)
        @Nullable
        String canonical;
    }
}
