-- Why: brokers deliver at least once. That a message was handled is a row that is committed with what it did, and unique. Uniqueness has to
-- hold across partitions, or a repeat just after midnight would be handled again; so the partition is a function of the message: the
-- day on which its sender says that it happened, which every copy of it carries. Days are dropped whole.

CREATE TABLE ${flyway:defaultSchema}.inbox (
    handled_at timestamptz NOT NULL,
    -- First 128 bits of a digest of consumer group and message id: a third of their length, and there are many rows.
    message    uuid        NOT NULL,
    -- The message's own day (UTC); -infinity for messages that carry none.
    day        date        NOT NULL,
    CONSTRAINT inbox_key PRIMARY KEY (message, day)
) PARTITION BY RANGE (day);

-- No partition for the rest: one that exists can neither be detached from nor added to without waiting for everybody.
CREATE TABLE ${flyway:defaultSchema}.inbox_undated PARTITION OF ${flyway:defaultSchema}.inbox
    FOR VALUES FROM (MINVALUE) TO ('2000-01-01');

-- These are reaped one by one, oldest first.
CREATE INDEX inbox_undated_time ON ${flyway:defaultSchema}.inbox_undated (handled_at);

-- How long is remembered by whoever remembers longest, and the first day that is not dropped: one row. A day that was dropped is never
-- made again, whatever a clock or a setting says, or what it held would be handled again.
CREATE TABLE ${flyway:defaultSchema}.inbox_memory (
    keep_days      integer NOT NULL DEFAULT 0,
    dropped_before date    NOT NULL DEFAULT '2000-01-01',
    only_row       boolean NOT NULL DEFAULT true CHECK (only_row),
    CONSTRAINT inbox_memory_key PRIMARY KEY (only_row)
);

INSERT INTO ${flyway:defaultSchema}.inbox_memory DEFAULT VALUES;

-- Attaching locks nothing that claims need; creating as a partition would.
CREATE FUNCTION ${flyway:defaultSchema}.ensure_inbox_day(its_day date) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    name text := 'inbox_' || to_char(its_day, 'YYYYMMDD');
BEGIN
    IF to_regclass('${flyway:defaultSchema}.' || name) IS NOT NULL THEN
        RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('${flyway:defaultSchema}.inbox'));
    -- Not by to_regclass, which may remember from before the wait that there was none.
    IF EXISTS (SELECT FROM pg_class WHERE relnamespace = '${flyway:defaultSchema}'::regnamespace AND relname = name) THEN
        RETURN false;
    END IF;
    IF its_day < (SELECT dropped_before FROM ${flyway:defaultSchema}.inbox_memory) THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE ${flyway:defaultSchema}.%I (LIKE ${flyway:defaultSchema}.inbox INCLUDING INDEXES)
        WITH (autovacuum_vacuum_insert_scale_factor = 0.05)', name);
    EXECUTE format('ALTER TABLE ${flyway:defaultSchema}.inbox ATTACH PARTITION ${flyway:defaultSchema}.%I
        FOR VALUES FROM (%L) TO (%L)', name, its_day, its_day + 1);
    RETURN true;
END
$$;

-- Says whether a message may be handled, in one round trip, within the transaction that handles it:
-- 0 yes; 1 it was; 2 it is older than what is remembered; 3 it is of a day to come; 4 it waits already; 5 one before it in its line waits;
-- 6 its day has no partition yet. A copy that is being handled is waited for, no longer than its_wait (55P03 then). After any
-- other answer than 0 the transaction has to be rolled back.
CREATE FUNCTION ${flyway:defaultSchema}.claim_message(
    its_group text, its_key text, its_bucket smallint, its_digest uuid, its_day date, its_line text, keep_days integer, its_wait text,
    redriven boolean) RETURNS smallint
    LANGUAGE plpgsql AS $$
DECLARE
    today     date := (statement_timestamp() AT TIME ZONE 'UTC')::date;
    the_day   date := coalesce(its_day, '-infinity'::date);
    wait_then text := current_setting('lock_timeout');
    too_old   boolean := coalesce(its_day < today - keep_days, false);
    rows      integer;
BEGIN
    IF its_day > today + 1 THEN
        RETURN 3;
    END IF;
    IF NOT too_old AND its_day IS NOT NULL
            AND to_regclass('${flyway:defaultSchema}.inbox_' || to_char(its_day, 'YYYYMMDD')) IS NULL THEN
        too_old := its_day < (SELECT dropped_before FROM ${flyway:defaultSchema}.inbox_memory);
        IF NOT too_old THEN
            RETURN 6;
        END IF;
    END IF;
    IF too_old THEN
        IF NOT redriven THEN
            RETURN 2;
        END IF;
        -- Whoever had it handled all the same vouches that it is new; whatever is still remembered of its day counts.
        IF EXISTS (SELECT FROM ${flyway:defaultSchema}.inbox WHERE message = its_digest AND day = its_day) THEN
            RETURN 1;
        END IF;
        the_day := '-infinity'::date;
    END IF;
    PERFORM set_config('lock_timeout', its_wait, true);
    INSERT INTO ${flyway:defaultSchema}.inbox (handled_at, message, day) VALUES (statement_timestamp(), its_digest, the_day)
        ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS rows = ROW_COUNT;
    PERFORM set_config('lock_timeout', wait_then, true);
    IF rows = 0 THEN
        RETURN 1;
    ELSIF redriven THEN
        RETURN 0;
    ELSIF EXISTS (SELECT FROM ${flyway:defaultSchema}.inbox_deferred
            WHERE bucket = its_bucket AND message_id = its_key AND (due_at IS NOT NULL OR answer = 2)) THEN
        RETURN 4;
    ELSIF its_line IS NOT NULL AND EXISTS (SELECT FROM ${flyway:defaultSchema}.inbox_deferred
            WHERE topic = its_group AND ordering_key = its_line AND ordering_key IS NOT NULL AND (due_at IS NOT NULL OR answer = 2)) THEN
        RETURN 5;
    END IF;
    RETURN 0;
END
$$;
