package io.querent.spring;

import io.querent.saga.QuerentException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The application cannot run sagas as it is put together; {@link #problem} says what is wrong, {@link #action} what to do. */
public final class StartUpException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String action;

    private StartUpException(String code, String problem, String action, @Nullable Throwable cause) {
        super(code, problem + "; " + action, cause);
        this.problem = problem;
        this.action = action;
    }

    private StartUpException(String code, String problem, String action) {
        this(code, problem, action, null);
    }

    /** What was found, and what was expected. */
    public String problem() {
        return problem;
    }

    /** What to do about it. */
    public String action() {
        return action;
    }

    /** A property has a value that it may not have. */
    public static StartUpException property(String name, Object found, String expected) {
        return new StartUpException(
                "QRT-5100",
                "a property has a value that cannot be used; property=" + name + ", found=" + found + ", expected="
                        + expected,
                "correct " + name);
    }

    /** Two beans are definitions of the same name and version. */
    public static StartUpException sameDefinition(String definition, String bean, String otherBean) {
        return new StartUpException(
                "QRT-5101",
                "two saga definitions have the same name and version; definition=" + definition + ", beans=" + bean
                        + " and " + otherBean,
                "give one of them another name, or another version if it is the successor of the other");
    }

    /** Transactions of the transaction manager do not contain what is written on the engine's data source. */
    public static StartUpException foreignTransactions(String transactionManager) {
        return new StartUpException(
                "QRT-5102",
                "a transaction of the transaction manager holds no connection of the engine's data source, so a step's business"
                        + " writes and its events would not commit together; transactionManager=" + transactionManager,
                "declare a JdbcTransactionManager (or JpaTransactionManager) over the engine's data source and mark both beans"
                        + " @QuerentDataSource");
    }

    /** Event handlers would run without a transaction. */
    public static StartUpException axonWithoutTransactions(String transactionManager) {
        return new StartUpException(
                "QRT-5103",
                "what event handlers write and how far they have read would not commit together; Axon's transactionManager="
                        + transactionManager,
                "remove that bean: Querent brings one; if Axon's own Spring Boot starter declares it, exclude its"
                        + " auto-configuration, which does not know Spring Boot 4");
    }

    /** Positions of event processors would be forgotten at every restart. */
    public static StartUpException forgetfulTokenStore(String tokenStore) {
        return new StartUpException(
                "QRT-5104",
                "how far event handlers have read would not be kept; tokenStore=" + tokenStore,
                "remove that bean: Querent keeps positions in its own schema; or declare a token store that is on a database");
    }

    /** It is not clear which data source the engine is to use. */
    public static StartUpException whichDataSource(Collection<String> beans) {
        return beans.isEmpty()
                ? new StartUpException(
                        "QRT-5105",
                        "there is no DataSource bean and the embedded PostgreSQL is switched off",
                        "set spring.datasource.url, or set querent.embedded.enabled=true")
                : new StartUpException(
                        "QRT-5105",
                        "there are several DataSource beans and none is marked for the engine; found=" + beans,
                        "mark one of them @QuerentDataSource or @Primary");
    }

    /** It is not clear which transaction manager the engine is to use. */
    public static StartUpException whichTransactionManager(Collection<String> beans) {
        return new StartUpException(
                "QRT-5106",
                "there are several transaction managers and none is marked for the engine; found=" + beans,
                "mark the one over the engine's data source @QuerentDataSource or @Primary");
    }

    /** The schema in the database is not what this version knows. */
    public static StartUpException schemaRefused(Throwable cause) {
        return new StartUpException(
                "QRT-5107",
                "the schema querent in the database does not fit this version; found=" + cause.getMessage(),
                "run the version that made it or a newer one; if a migration was edited or deleted by hand, restore it",
                cause);
    }

    /** The data source leads to a database of another make. */
    public static StartUpException notPostgres(String product) {
        return new StartUpException(
                "QRT-5108",
                "the engine's data source does not lead to PostgreSQL; found=" + product,
                "name a PostgreSQL in spring.datasource.url, mark the DataSource that has one @QuerentDataSource, or name none and"
                        + " have one started");
    }

    /** Tables that the application makes would be Querent's, and Querent's would be taken for the application's. */
    public static StartUpException sharedSchema(String schema) {
        return new StartUpException(
                "QRT-5109",
                "names without a schema mean Querent's tables on the engine's data source, as its role is called like the schema;"
                        + " found=current schema " + schema + ", expected=any other",
                "add currentSchema=public to the URL, or ALTER ROLE " + schema + " SET search_path = public");
    }

    /** Messages would be stored and never sent. */
    public static StartUpException noPublisher(Collection<String> definitions) {
        return new StartUpException(
                "QRT-5150",
                "sagas publish messages and there is no MessagePublisher bean to send them; definitions=" + definitions,
                "declare a bean of type io.querent.outbox.MessagePublisher, or set querent.outbox.relay=elsewhere if another process"
                        + " sends them");
    }

    /** The server is there and does not let us in. */
    public static StartUpException loginRefused(Throwable cause) {
        Throwable refusal = cause.getCause() == null ? cause : cause.getCause();
        return new StartUpException(
                "QRT-5112",
                "the database refuses the login; found=" + refusal.getMessage(),
                "correct user, password and database name in spring.datasource, or let the server admit them",
                cause);
    }
}
