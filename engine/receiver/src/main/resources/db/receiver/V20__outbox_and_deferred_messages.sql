-- Why: a service tells others what it did, and the telling must be committed with the doing. And what a service is told and cannot
-- handle now has to wait somewhere without holding up the rest, byte for byte as it came. Both are messages that are taken one by one,
-- in lines, until somebody has taken them over: two tables of one shape.

-- Messages on their way to a broker.
CREATE TABLE ${flyway:defaultSchema}.outbox (
    -- The order in which messages are sent. Not cached: a number that is drawn later must be greater, whatever connection draws it.
    position     bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
    written_at   timestamptz NOT NULL DEFAULT statement_timestamp(),
    -- Since when its present budget runs: since it was written, or redriven.
    budget_since timestamptz NOT NULL DEFAULT statement_timestamp(),
    -- When to send it, or when the lease of whoever sends it ends; null when it is settled.
    due_at       timestamptz,
    settled_at   timestamptz,
    -- How often it was taken. Who says what became of it has to have taken it last.
    tries        integer     NOT NULL DEFAULT 0,
    -- Those of them that count for no budget any more.
    forgiven     integer     NOT NULL DEFAULT 0,
    bucket       smallint    NOT NULL,
    -- 1 SENT, 2 PARKED, 3 LEFT_OUT; null while it waits.
    answer       smallint,
    message_id   varchar(200) COLLATE "C" NOT NULL,
    topic        varchar(200) COLLATE "C" NOT NULL,
    ordering_key varchar(200) COLLATE "C",
    last_error   varchar(2000),
    headers      bytea,
    payload      bytea       NOT NULL,
    CONSTRAINT outbox_key PRIMARY KEY (bucket, message_id),
    CONSTRAINT outbox_waits_or_is_settled CHECK (
        CASE WHEN answer IS NULL THEN due_at IS NOT NULL AND settled_at IS NULL
             ELSE answer BETWEEN 1 AND 3 AND due_at IS NULL AND settled_at IS NOT NULL END)
) WITH (fillfactor = 80);

CREATE INDEX outbox_due ON ${flyway:defaultSchema}.outbox (due_at, position) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_line ON ${flyway:defaultSchema}.outbox (topic, ordering_key, position)
    WHERE ordering_key IS NOT NULL AND (due_at IS NOT NULL OR answer = 2);
CREATE INDEX outbox_parked ON ${flyway:defaultSchema}.outbox (settled_at) WHERE answer = 2;
CREATE INDEX outbox_settled ON ${flyway:defaultSchema}.outbox (settled_at) WHERE answer IN (1, 3);

-- Messages that came and could not be handled: to be tried again, or for a person. Topic is the consumer group, message_id the group
-- and the message's own id; 1 is HANDLED.
CREATE TABLE ${flyway:defaultSchema}.inbox_deferred (
    position     bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
    written_at   timestamptz NOT NULL DEFAULT statement_timestamp(),
    budget_since timestamptz NOT NULL DEFAULT statement_timestamp(),
    due_at       timestamptz,
    settled_at   timestamptz,
    tries        integer     NOT NULL DEFAULT 0,
    forgiven     integer     NOT NULL DEFAULT 0,
    bucket       smallint    NOT NULL,
    answer       smallint,
    message_id   varchar(301) COLLATE "C" NOT NULL,
    topic        varchar(100) COLLATE "C" NOT NULL,
    ordering_key varchar(200) COLLATE "C",
    last_error   varchar(2000),
    headers      bytea,
    payload      bytea       NOT NULL,
    CONSTRAINT inbox_deferred_key PRIMARY KEY (bucket, message_id),
    CONSTRAINT inbox_deferred_waits_or_is_settled CHECK (
        CASE WHEN answer IS NULL THEN due_at IS NOT NULL AND settled_at IS NULL
             ELSE answer BETWEEN 1 AND 3 AND due_at IS NULL AND settled_at IS NOT NULL END)
) WITH (fillfactor = 80);

CREATE INDEX inbox_deferred_due ON ${flyway:defaultSchema}.inbox_deferred (due_at, position) WHERE due_at IS NOT NULL;
CREATE INDEX inbox_deferred_line ON ${flyway:defaultSchema}.inbox_deferred (topic, ordering_key, position)
    WHERE ordering_key IS NOT NULL AND (due_at IS NOT NULL OR answer = 2);
CREATE INDEX inbox_deferred_parked ON ${flyway:defaultSchema}.inbox_deferred (settled_at) WHERE answer = 2;
CREATE INDEX inbox_deferred_settled ON ${flyway:defaultSchema}.inbox_deferred (settled_at) WHERE answer IN (1, 3);
-- How much waits of a group, which is capped.
CREATE INDEX inbox_deferred_open ON ${flyway:defaultSchema}.inbox_deferred (topic) WHERE due_at IS NOT NULL OR answer = 2;

-- What people decided about parked messages, in the statement that carries it out.
CREATE TABLE ${flyway:defaultSchema}.message_decision (
    decided_at timestamptz NOT NULL,
    tries      integer      NOT NULL,
    request_id varchar(200) COLLATE "C" NOT NULL,
    -- outbox or inbox
    kept_in    varchar(10)  NOT NULL,
    message_id varchar(301) COLLATE "C" NOT NULL,
    decision   varchar(20)  NOT NULL,
    operator   varchar(200) NOT NULL CHECK (operator <> ''),
    reason     varchar(2000) NOT NULL CHECK (reason <> ''),
    CONSTRAINT message_decision_key PRIMARY KEY (request_id)
);

CREATE INDEX message_decision_time ON ${flyway:defaultSchema}.message_decision (decided_at);
