-- Why: a saga has to survive the process that runs it. What has happened to it is in querent.event, who may run it and when it
-- has to be looked at again is in querent.saga, and what left the happy path can be found in querent.operation. The three are
-- written together or not at all.
--
-- Every table begins its primary key with bucket, the first ten bits of the saga's id: it spreads rows evenly and is the column
-- to distribute by when one server is outgrown. No foreign keys: rows of one saga are only ever written together, and every
-- check of a key would cost a look-up for each event.

CREATE TABLE querent.saga (
    -- Number of the saga's events. Together with owner and token it guards every write.
    version            bigint      NOT NULL,
    -- Grows with every change of owner; shown to downstreams so that they can refuse a former owner.
    token              bigint      NOT NULL,
    started_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    -- The one thing that wakes the saga up. With an owner, when the owner's lease ends; without, when the saga is due; null when
    -- it has ended or waits for a person. One column and not two, so that one index serves due sagas and lost owners alike and
    -- no saga can fall between the two.
    wake_at            timestamptz,
    ended_at           timestamptz,
    -- Minutes from January 2000 to the saga's start, as the node saw it. It never changes, so all events of a saga lie in one
    -- partition, and "one event for each number" can be a unique constraint although events are partitioned by month. Minutes and
    -- not months, because keys of new events then lie close together however many old ones there are.
    period             integer     NOT NULL,
    definition_version integer     NOT NULL,
    bucket             smallint    NOT NULL,
    -- 1 RUNNING, 2 WAITING, 3 COMPENSATING, 4 IN_REVIEW, 10 COMPLETED, 11 COMPENSATED, 12 FAILED. From 10 on: ended.
    status             smallint    NOT NULL,
    -- Derived by digest from tenant, definition and business key, so that the primary key is the uniqueness of the three.
    saga_id            uuid        NOT NULL,
    tenant             varchar(32)  COLLATE "C" NOT NULL,
    definition         varchar(48)  COLLATE "C" NOT NULL,
    business_key       varchar(128) COLLATE "C" NOT NULL,
    input_hash         varchar(100) COLLATE "C" NOT NULL,
    -- Node that may run the saga.
    owner              varchar(200) COLLATE "C",
    CONSTRAINT saga_key PRIMARY KEY (bucket, saga_id),
    -- What is running must have something that will wake it up; what has ended must not. One constraint, because the server
    -- parses the text of every constraint anew for every statement.
    CONSTRAINT saga_will_wake_or_rests CHECK (
        CASE WHEN status >= 10 THEN ended_at IS NOT NULL AND wake_at IS NULL AND owner IS NULL
             WHEN status = 4 THEN ended_at IS NULL AND (owner IS NULL OR wake_at IS NOT NULL)
             ELSE ended_at IS NULL AND wake_at IS NOT NULL END)
    -- Room for the new versions of a row on its own page, so that an update which leaves wake_at alone touches no index. Measured:
    -- of two such updates a saga, 1.9 find room at 60, 1.5 at 80.
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- What is due, soonest first. Holds only sagas that still run, so it does not grow with the sagas that have ended.
CREATE INDEX saga_wake ON querent.saga (wake_at) WHERE wake_at IS NOT NULL;

-- Sagas that nothing would ever wake up. The constraints above allow none, so this index is empty, and counting it costs nothing.
CREATE INDEX saga_forgotten ON querent.saga (status)
    WHERE wake_at IS NULL AND ended_at IS NULL AND status <> 4;

CREATE TABLE querent.event (
    -- Transaction that wrote it, then its number in the log. A reader sees only transactions older than every open one, and in
    -- this order; the order in which numbers are drawn is not the order in which transactions commit.
    transaction_id bigint      NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
    position       bigint      NOT NULL GENERATED ALWAYS AS IDENTITY (CACHE 64),
    recorded_at    timestamptz NOT NULL DEFAULT statement_timestamp(),
    -- Number of the event within its saga, from 1, without gaps.
    sequence       integer     NOT NULL,
    -- The saga's.
    period         integer     NOT NULL,
    bucket         smallint    NOT NULL,
    -- Of the payload's shape.
    revision       smallint    NOT NULL,
    saga_id        uuid        NOT NULL,
    -- A name of ours, never of a class.
    type           varchar(100) COLLATE "C" NOT NULL,
    -- json and not jsonb: the text is kept as it was written, and a provider's answer with an escaped NUL can be stored.
    payload        json        NOT NULL,
    CONSTRAINT event_key PRIMARY KEY (bucket, period, saga_id, sequence)
) PARTITION BY RANGE (period);

CREATE INDEX event_log ON querent.event (transaction_id, position);

-- Takes what no monthly partition was made for in time. It should stay empty.
CREATE TABLE querent.event_other PARTITION OF querent.event DEFAULT;

CREATE FUNCTION querent.event_period(at timestamp) RETURNS integer
    LANGUAGE sql IMMUTABLE AS $$ SELECT (extract(epoch FROM at - timestamp '2000-01-01') / 60)::integer $$;

-- Makes the partition of one month if it does not exist. Nodes may call it at the same time: the lock ends with the
-- transaction, so a transaction-mode pooler is no obstacle. The table is attached, not created in place, because attaching
-- does not lock out those who append meanwhile.
CREATE FUNCTION querent.ensure_event_partition(month date) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    first timestamp := date_trunc('month', month);
    name text := 'event_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass('querent.' || name) IS NOT NULL THEN
        RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('querent.ensure_event_partition', 0));
    EXECUTE format('CREATE TABLE querent.%I (LIKE querent.event INCLUDING DEFAULTS)', name);
    EXECUTE format('ALTER TABLE querent.event ATTACH PARTITION querent.%I FOR VALUES FROM (%s) TO (%s)', name,
        querent.event_period(first), querent.event_period(first + interval '1 month'));
    RETURN true;
EXCEPTION WHEN duplicate_table THEN
    -- Another node was first. What the catalogue said above may have been out of date since before the wait for the lock.
    RETURN false;
END
$$;

CREATE TABLE querent.operation (
    first_sent_at timestamptz,
    since         timestamptz NOT NULL,
    attempts      integer     NOT NULL,
    bucket        smallint    NOT NULL,
    -- 1 PLANNED, 2 IN_FLIGHT, 3 BACKING_OFF, 4 PENDING, 5 UNKNOWN, 6 IN_REVIEW, 10 SUCCEEDED, 11 REJECTED. From 10 on: final.
    status        smallint    NOT NULL,
    saga_id       uuid        NOT NULL,
    name          varchar(200) COLLATE "C" NOT NULL,
    key           varchar(200) COLLATE "C" NOT NULL,
    compensates   varchar(200) COLLATE "C",
    last_error    varchar(2000),
    CONSTRAINT operation_key PRIMARY KEY (bucket, saga_id, name)
) WITH (fillfactor = 80);

-- What people look for: operations that are not final, longest first.
CREATE INDEX operation_unfinished ON querent.operation (status, since) WHERE status < 10;
