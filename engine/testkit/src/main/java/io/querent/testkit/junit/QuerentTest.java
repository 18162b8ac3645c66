package io.querent.testkit.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class whose tests get the engine. Its constructor and methods may have parameters of these types, new for each test and closed after
 * it: {@code TestStore}; {@code FakeBank}, by the store's clock; {@code TestEngine}, which runs the definitions in fields marked
 * {@link Runs} and so is for methods alone; {@code javax.sql.DataSource} where the store is on PostgreSQL.
 *
 * <pre>{@code
 * @QuerentTest(on = On.BOTH)
 * class PaymentTest {
 *     private final FakeBank bank;
 *
 *     @Runs
 *     private final SagaDefinition<Order> payment;
 *
 *     PaymentTest(FakeBank bank) {
 *         this.bank = bank;
 *         this.payment = Payment.definedOn(bank);
 *     }
 *
 *     @Test
 *     void aLostAnswerIsAskedFor(TestEngine engine) { ... }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ClassTemplate
@ExtendWith(StoreChoice.class)
public @interface QuerentTest {
    /** What the tests run on. */
    On on() default On.MEMORY;
}
