-- Why: what a saga tells the world must be written with the event that says so, or be lost or told of what never happened; and a broker
-- must not be waited for with a transaction open. And people look for sagas by what they know of them.

CREATE TABLE querent.outbox (
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
    -- The operation's key, so that a saga that is created again after a loss of data cannot publish under another id.
    message_id   varchar(200) COLLATE "C" NOT NULL,
    topic        varchar(200) COLLATE "C" NOT NULL,
    ordering_key varchar(200) COLLATE "C",
    last_error   varchar(2000),
    -- json and not jsonb: the text is kept as it was frozen.
    payload      json        NOT NULL,
    CONSTRAINT outbox_key PRIMARY KEY (bucket, message_id),
    CONSTRAINT outbox_waits_or_is_settled CHECK (
        CASE WHEN answer IS NULL THEN due_at IS NOT NULL AND settled_at IS NULL
             ELSE answer BETWEEN 1 AND 3 AND due_at IS NULL AND settled_at IS NOT NULL END)
) WITH (fillfactor = 80);

-- What waits, soonest first. Empty most of the time.
CREATE INDEX outbox_due ON querent.outbox (due_at, position) WHERE due_at IS NOT NULL;

-- What keeps an order and was not sent: the first of each line may be.
CREATE INDEX outbox_line ON querent.outbox (topic, ordering_key, position)
    WHERE ordering_key IS NOT NULL AND (due_at IS NOT NULL OR answer = 2);

-- What waits for a person.
CREATE INDEX outbox_parked ON querent.outbox (settled_at) WHERE answer = 2;

-- What may be forgotten, oldest first.
CREATE INDEX outbox_settled ON querent.outbox (settled_at) WHERE answer IN (1, 3);

-- What people search a saga by. Apart from the saga's row, which is written again at every step.
CREATE TABLE querent.saga_attribute (
    -- The saga's, so that what is found comes in order without reading its row.
    started_at timestamptz NOT NULL,
    bucket     smallint    NOT NULL,
    saga_id    uuid        NOT NULL,
    name       varchar(48)  COLLATE "C" NOT NULL,
    value      varchar(200) COLLATE "C" NOT NULL,
    CONSTRAINT saga_attribute_key PRIMARY KEY (bucket, saga_id, name)
);

CREATE INDEX saga_attribute_value ON querent.saga_attribute (name, value, started_at, saga_id);

-- Sagas that left the happy path, newest first. Those that stay on it are never in it.
CREATE INDEX saga_off_path ON querent.saga (status, started_at, saga_id) WHERE status IN (3, 4, 5, 11, 12, 13);

-- Sagas by time: a summary of 32 pages each. Indexes that give every saga an entry are made on request.
CREATE INDEX saga_started_about ON querent.saga USING brin (started_at) WITH (pages_per_range = 32);
