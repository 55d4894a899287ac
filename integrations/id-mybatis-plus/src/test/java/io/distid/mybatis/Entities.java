package io.distid.mybatis;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.jspecify.annotations.Nullable;

/** What the tests insert. */
final class Entities {
    static final List<String> TABLES = List.of(
            "CREATE TABLE t_order (id BIGINT PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE t_express_order (id BIGINT PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE t_customer (id BIGINT PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE t_ticket (id VARCHAR(19) PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE t_document (id VARCHAR(36) PRIMARY KEY, note VARCHAR(40))",
            "CREATE TABLE t_big (id BIGINT PRIMARY KEY)",
            "CREATE TABLE t_narrow (id INT PRIMARY KEY, note VARCHAR(40))");

    static final List<Class<?>> MAPPERS = List.of(
            OrderMapper.class,
            ExpressOrderMapper.class,
            CustomerMapper.class,
            TicketMapper.class,
            DocumentMapper.class,
            BigMapper.class,
            NarrowMapper.class);

    private Entities() {}

    @TableName("t_order")
    static class Order {
        @TableId
        public @Nullable Long id;

        public String note = "";
    }

    @TableName("t_express_order")
    static class ExpressOrder extends Order {}

    @TableName("t_customer")
    static class Customer {
        @TableId
        public long id;

        public String note = "";
    }

    @TableName("t_ticket")
    static class Ticket {
        @TableId(type = IdType.ASSIGN_ID)
        public @Nullable String id;

        public String note = "";
    }

    @TableName("t_document")
    static class Document {
        @TableId(type = IdType.ASSIGN_UUID)
        public @Nullable String id;

        public String note = "";
    }

    @TableName("t_narrow")
    static class Narrow {
        @TableId
        public @Nullable Integer id;

        public String note = "";
    }

    @TableName("t_big")
    static class Big {
        @TableId
        public @Nullable BigInteger id;
    }

    interface BigMapper extends BaseMapper<Big> {}

    interface OrderMapper extends BaseMapper<Order> {
        @Insert("INSERT INTO t_order (id, note) VALUES (#{id}, #{note})")
        @Options(keyProperty = "id")
        int insertRow(Map<String, Object> row);
    }

    interface ExpressOrderMapper extends BaseMapper<ExpressOrder> {}

    interface CustomerMapper extends BaseMapper<Customer> {}

    interface TicketMapper extends BaseMapper<Ticket> {}

    interface DocumentMapper extends BaseMapper<Document> {}

    interface NarrowMapper extends BaseMapper<Narrow> {}
}
