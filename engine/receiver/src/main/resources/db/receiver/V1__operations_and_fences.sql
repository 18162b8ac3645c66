-- Why: what is asked for again must be recognised for ever, and what was answered must be told again for a while. The first is a
-- compact row for each key, unique in a table that is never partitioned by time; the second are details that lie in partitions by
-- day and are dropped with them, while the row of the key stays and still keeps the operation from being done again.
--
-- Every name is qualified and nothing is set for the session, so a transaction-mode pooler may stand in between. Every time is the
-- database's. No foreign keys: rows of one operation are only ever written together.

CREATE TABLE ${flyway:defaultSchema}.operation_record (
    first_at        timestamptz NOT NULL,
    ended_at        timestamptz,
    -- Until when the owner may go on.
    lease_until     timestamptz,
    -- Not to be tried, or asked after, before.
    next_attempt_at timestamptz,
    -- Since when nobody knows what became of it.
    unknown_at      timestamptz,
    -- Grows with every change of hands; whoever writes has to have the newest.
    token           bigint      NOT NULL,
    -- Minutes from January 2000 to the answer, or to the claim while there is none: where the answer lies.
    period          integer     NOT NULL,
    attempts        integer     NOT NULL,
    hash_version    integer     NOT NULL,
    -- The first ten bits of the id: spreads rows evenly, and is the column to distribute by when one server is outgrown.
    bucket          smallint    NOT NULL,
    -- 1 PROCESSING, 2 RETRYABLE_FAILED, 3 UNKNOWN, 10 SUCCEEDED, 11 FAILED. From 10 on: ended.
    status          smallint    NOT NULL,
    -- Derived by digest from caller and key, so that the primary key is the uniqueness of the two at a third of their length.
    operation_id    uuid        NOT NULL,
    hash            bytea       NOT NULL,
    caller          varchar(200) COLLATE "C" NOT NULL,
    operation_key   varchar(200) COLLATE "C" NOT NULL,
    owner           varchar(200) COLLATE "C",
    last_error_class varchar(100),
    last_error      varchar(2000),
    CONSTRAINT operation_record_key PRIMARY KEY (bucket, operation_id),
    CONSTRAINT operation_record_counts CHECK (token >= 1 AND attempts >= 1 AND octet_length(hash) = 32),
    -- Who works on it has a lease; what has ended is nobody's and has a time; what is to be tried again says when.
    CONSTRAINT operation_record_status CHECK (
        CASE status
            WHEN 1 THEN owner IS NOT NULL AND lease_until IS NOT NULL AND ended_at IS NULL AND next_attempt_at IS NULL AND unknown_at IS NULL
            WHEN 2 THEN owner IS NULL AND lease_until IS NULL AND ended_at IS NULL AND next_attempt_at IS NOT NULL AND unknown_at IS NULL
            WHEN 3 THEN (owner IS NULL) = (lease_until IS NULL) AND ended_at IS NULL AND unknown_at IS NOT NULL
            WHEN 10 THEN owner IS NULL AND lease_until IS NULL AND ended_at IS NOT NULL AND next_attempt_at IS NULL AND unknown_at IS NULL
            WHEN 11 THEN owner IS NULL AND lease_until IS NULL AND ended_at IS NOT NULL AND next_attempt_at IS NULL AND unknown_at IS NULL
            ELSE false
        END)
) PARTITION BY HASH (bucket);

-- Sixteen tables and not one: each is vacuumed, reindexed and moved by itself.
DO $$
BEGIN
    FOR i IN 0..15 LOOP
        EXECUTE format('CREATE TABLE ${flyway:defaultSchema}.operation_record_%s PARTITION OF ${flyway:defaultSchema}.operation_record
            FOR VALUES WITH (MODULUS 16, REMAINDER %s) WITH (autovacuum_vacuum_insert_scale_factor = 0.05)', i, i);
    END LOOP;
END
$$;

-- What is not final: for figures, for leases that nobody holds any more, and for what must not be thrown away. An operation that is
-- done in one transaction never enters it.
CREATE INDEX operation_record_unfinished ON ${flyway:defaultSchema}.operation_record (status, lease_until) WHERE status < 10;

-- What was answered. The token keeps apart the answer of an operation that a person had run again.
CREATE TABLE ${flyway:defaultSchema}.operation_answer (
    token        bigint   NOT NULL,
    period       integer  NOT NULL,
    bucket       smallint NOT NULL,
    operation_id uuid     NOT NULL,
    -- Null when it took effect.
    refusal_code varchar(64),
    content_type varchar(100) NOT NULL,
    body         bytea,
    -- Where the body is when it is not here.
    reference    varchar(500),
    CONSTRAINT operation_answer_key PRIMARY KEY (period, bucket, operation_id, token),
    CONSTRAINT operation_answer_one_body CHECK ((body IS NULL) <> (reference IS NULL))
) PARTITION BY RANGE (period);

CREATE TABLE ${flyway:defaultSchema}.operation_answer_rest PARTITION OF ${flyway:defaultSchema}.operation_answer DEFAULT;

-- Bodies that are too long to lie among the others.
CREATE TABLE ${flyway:defaultSchema}.operation_body (
    token        bigint   NOT NULL,
    period       integer  NOT NULL,
    bucket       smallint NOT NULL,
    operation_id uuid     NOT NULL,
    body         bytea    NOT NULL,
    CONSTRAINT operation_body_key PRIMARY KEY (period, bucket, operation_id, token)
) PARTITION BY RANGE (period);

CREATE TABLE ${flyway:defaultSchema}.operation_body_rest PARTITION OF ${flyway:defaultSchema}.operation_body DEFAULT;

-- Who tried when, and what came of it. Only for work that holds no transaction: any other leaves its answer or nothing.
CREATE TABLE ${flyway:defaultSchema}.operation_attempt (
    started_at   timestamptz NOT NULL,
    ended_at     timestamptz,
    token        bigint   NOT NULL,
    -- Minutes from January 2000 to its start.
    period       integer  NOT NULL,
    attempt      integer  NOT NULL,
    bucket       smallint NOT NULL,
    -- The operation's status after it; null while it goes on.
    status       smallint,
    operation_id uuid     NOT NULL,
    owner        varchar(200) COLLATE "C" NOT NULL,
    error_class  varchar(100),
    error        varchar(2000),
    CONSTRAINT operation_attempt_key PRIMARY KEY (bucket, operation_id, token, period),
    CONSTRAINT operation_attempt_end CHECK ((ended_at IS NULL) = (status IS NULL))
) PARTITION BY RANGE (period);

CREATE TABLE ${flyway:defaultSchema}.operation_attempt_rest PARTITION OF ${flyway:defaultSchema}.operation_attempt DEFAULT;

-- The newest token that has been at a resource.
CREATE TABLE ${flyway:defaultSchema}.fence (
    raised_at timestamptz NOT NULL,
    token     bigint      NOT NULL CHECK (token >= 1),
    bucket    smallint    NOT NULL,
    resource  varchar(200) COLLATE "C" NOT NULL,
    CONSTRAINT fence_key PRIMARY KEY (bucket, resource)
) WITH (fillfactor = 60);

-- What people decided, with the change it made in one transaction.
CREATE TABLE ${flyway:defaultSchema}.operation_decision (
    decided_at    timestamptz NOT NULL,
    token         bigint   NOT NULL,
    bucket        smallint NOT NULL,
    status_before smallint NOT NULL,
    status_after  smallint NOT NULL,
    operation_id  uuid     NOT NULL,
    request_id    varchar(200) COLLATE "C" NOT NULL,
    operator      varchar(200) NOT NULL,
    decision      varchar(2000) NOT NULL,
    reason        varchar(2000) NOT NULL CHECK (reason <> ''),
    CONSTRAINT operation_decision_key PRIMARY KEY (bucket, operation_id, request_id)
);

-- Planned anew at each call, with the period written out: a plan that is kept would lock every partition there is before it
-- looks into the one that holds the answer.
CREATE FUNCTION ${flyway:defaultSchema}.stored_answer(its_period integer, its_bucket smallint, its_id uuid, its_token bigint)
    RETURNS TABLE (refusal_code varchar, content_type varchar, body bytea, reference varchar)
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT refusal_code, content_type, body, reference FROM ${flyway:defaultSchema}.operation_answer
        WHERE period = %s AND bucket = %s AND operation_id = %L AND token = %s', its_period, its_bucket, its_id, its_token);
END
$$;

CREATE FUNCTION ${flyway:defaultSchema}.period_of(moment timestamptz) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT floor((extract(epoch FROM moment) - 946684800) / 60)::integer $$;

-- Makes the partition of one day (UTC) if it does not exist, and says whether it did. Nodes may call it at the same time. The table
-- is attached, not created in place, because attaching does not lock out those who write meanwhile. A day of which something lies
-- in the partition for the rest is left to it: what is there is reaped in batches.
CREATE FUNCTION ${flyway:defaultSchema}.ensure_partition(parent text, day date) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    name text := parent || '_' || to_char(day, 'YYYYMMDD');
    first integer := (day - date '2000-01-01') * 1440;
    used boolean;
BEGIN
    IF to_regclass('${flyway:defaultSchema}.' || name) IS NOT NULL THEN
        RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('${flyway:defaultSchema}.ensure_partition', 0));
    EXECUTE format('SELECT EXISTS (SELECT FROM ${flyway:defaultSchema}.%I WHERE period >= %s AND period < %s)',
        parent || '_rest', first, first + 1440) INTO used;
    IF used THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE ${flyway:defaultSchema}.%I (LIKE ${flyway:defaultSchema}.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)',
        name, parent);
    EXECUTE format('ALTER TABLE ${flyway:defaultSchema}.%I ATTACH PARTITION ${flyway:defaultSchema}.%I FOR VALUES FROM (%s) TO (%s)',
        parent, name, first, first + 1440);
    RETURN true;
EXCEPTION WHEN duplicate_table OR check_violation THEN
    -- Another node was first, or something of that day was written to the rest meanwhile.
    RETURN false;
END
$$;
