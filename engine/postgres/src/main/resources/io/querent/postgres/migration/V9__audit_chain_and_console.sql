-- Why: who relies on an audit has to be able to see that nothing of it was changed, removed or put in later. So all entries are one chain:
-- each has a number without gaps and a hash that covers the entry before it, whoever inserts it and however. And the console needs to
-- find sagas by what went wrong, to see which nodes live, and to keep who looks after a case.
--
-- The chain is one for the whole cluster, so the audit does not begin with a bucket: every entry waits for the transaction of the one
-- before it. Only what people do pays for that.

-- What is not about a saga has none: sign-ins, accounts, exports.
ALTER TABLE querent.audit DROP CONSTRAINT audit_key;
ALTER TABLE querent.audit
    ALTER COLUMN bucket DROP NOT NULL,
    ALTER COLUMN saga_id DROP NOT NULL,
    ALTER COLUMN tenant DROP NOT NULL,
    ALTER COLUMN definition DROP NOT NULL,
    ALTER COLUMN business_key DROP NOT NULL,
    ALTER COLUMN answer DROP NOT NULL,
    -- From 1, without gaps.
    ADD COLUMN number bigint,
    -- Name of the decision, wake, or name of the deed.
    ADD COLUMN action varchar(60) COLLATE "C",
    -- The answer in a word, or what became of the deed.
    ADD COLUMN outcome varchar(40) COLLATE "C",
    -- Of a decision it is in the content.
    ADD COLUMN reason varchar(2000),
    ADD COLUMN previous_hash varchar(64) COLLATE "C",
    ADD COLUMN hash varchar(64) COLLATE "C";

-- The last entry. One row, which whoever writes an entry locks, last of all that he locks, until his transaction ends.
CREATE TABLE querent.audit_head (
    is_only boolean     NOT NULL DEFAULT true,
    number  bigint      NOT NULL DEFAULT 0,
    at      timestamptz NOT NULL DEFAULT '-infinity',
    hash    varchar(64) COLLATE "C" NOT NULL DEFAULT repeat('0', 64),
    CONSTRAINT audit_head_key PRIMARY KEY (is_only),
    CONSTRAINT audit_head_is_one_row CHECK (is_only)
) WITH (fillfactor = 10);
INSERT INTO querent.audit_head DEFAULT VALUES;

-- A text of an entry with its length in bytes of UTF-8 before it, so that no two lists of texts come to one; null is a dash.
CREATE FUNCTION querent.audit_part(value text) RETURNS text
    LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN value IS NULL THEN '-' ELSE octet_length(convert_to(value, 'UTF8')) || ':' || value END || E'\n'
$$;

CREATE FUNCTION querent.audit_time(at timestamptz) RETURNS text
    LANGUAGE sql STABLE AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- What the hash of an entry is made of. It never changes for entries that there are: another form would get another first line.
CREATE FUNCTION querent.audit_text(entry querent.audit) RETURNS text
    LANGUAGE sql STABLE AS $$
    SELECT E'querent-audit/1\n'
        || querent.audit_part(entry.number::text)
        || querent.audit_part(entry.previous_hash)
        || querent.audit_part(querent.audit_time(entry.received_at))
        || querent.audit_part(querent.audit_time(entry.settled_at))
        || querent.audit_part(entry.bucket::text)
        || querent.audit_part(entry.saga_id::text)
        || querent.audit_part(entry.tenant)
        || querent.audit_part(entry.definition)
        || querent.audit_part(entry.business_key)
        || querent.audit_part(entry.request_id)
        || querent.audit_part(entry.operator)
        || querent.audit_part(entry.action)
        || querent.audit_part(entry.answer::text)
        || querent.audit_part(entry.outcome)
        || querent.audit_part(entry.reason)
        || querent.audit_part(entry.detail)
        || querent.audit_part(entry.content::text)
$$;

-- By the text, in which no quote is without a backslash inside of a string: functions that read members fail at an escaped NUL.
CREATE FUNCTION querent.audit_action(content text) RETURNS text
    LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(
        substring(content FROM '"decision":"([a-z][a-z-]{0,59})"'),
        CASE WHEN content LIKE '%"kind":"woken"%' THEN 'wake' ELSE 'unreadable' END)
$$;

CREATE FUNCTION querent.audit_outcome(answer smallint) RETURNS text
    LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE answer WHEN 1 THEN 'APPLIED' WHEN 2 THEN 'NOTHING_NEW' WHEN 3 THEN 'REFUSED' WHEN 4 THEN 'PARKED' ELSE 'UNKNOWN' END
$$;

-- Puts an entry at the end of the chain. One of a request that has one is left out without a word: its place must not be taken, and
-- ON CONFLICT would find out too late. Time does not run backwards in the chain, whatever the server's clock does.
CREATE FUNCTION querent.chain_audit() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    head querent.audit_head;
BEGIN
    SELECT * INTO STRICT head FROM querent.audit_head FOR UPDATE;
    IF NEW.saga_id IS NULL THEN
        PERFORM FROM querent.audit WHERE bucket IS NULL AND saga_id IS NULL AND request_id = NEW.request_id;
    ELSE
        PERFORM FROM querent.audit
        WHERE bucket = NEW.bucket AND saga_id = NEW.saga_id AND request_id = NEW.request_id;
    END IF;
    IF FOUND THEN
        RETURN NULL;
    END IF;
    NEW.number := head.number + 1;
    NEW.previous_hash := head.hash;
    NEW.settled_at := greatest(clock_timestamp(), head.at);
    NEW.action := coalesce(NEW.action, querent.audit_action(NEW.content::text));
    NEW.outcome := coalesce(NEW.outcome, querent.audit_outcome(NEW.answer));
    NEW.hash := encode(sha256(convert_to(querent.audit_text(NEW), 'UTF8')), 'hex');
    UPDATE querent.audit_head SET number = NEW.number, at = NEW.settled_at, hash = NEW.hash;
    RETURN NEW;
END
$$;

CREATE FUNCTION querent.refuse_change_of_audit() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'QRT-6000 the audit is only ever added to; table=%, statement=%; write a new entry that corrects the old one',
        TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

-- What there is already becomes the beginning of the chain, in the order in which it was settled.
DO $$
DECLARE
    entry querent.audit;
    place tid;
    last_number bigint := 0;
    last_hash varchar(64) := repeat('0', 64);
BEGIN
    FOR place IN SELECT ctid FROM querent.audit ORDER BY settled_at, bucket, saga_id, request_id LOOP
        UPDATE querent.audit SET number = last_number + 1, previous_hash = last_hash,
            action = querent.audit_action(content::text), outcome = querent.audit_outcome(answer)
        WHERE ctid = place RETURNING * INTO entry;
        last_number := entry.number;
        last_hash := encode(sha256(convert_to(querent.audit_text(entry), 'UTF8')), 'hex');
        UPDATE querent.audit_head SET number = last_number, at = entry.settled_at, hash = last_hash;
        UPDATE querent.audit SET hash = last_hash
        WHERE bucket = entry.bucket AND saga_id = entry.saga_id AND request_id = entry.request_id;
    END LOOP;
END
$$;

ALTER TABLE querent.audit
    ALTER COLUMN number SET NOT NULL,
    ALTER COLUMN action SET NOT NULL,
    ALTER COLUMN outcome SET NOT NULL,
    ALTER COLUMN previous_hash SET NOT NULL,
    ALTER COLUMN hash SET NOT NULL,
    ADD CONSTRAINT audit_number PRIMARY KEY (number),
    ADD CONSTRAINT audit_key UNIQUE NULLS NOT DISTINCT (bucket, saga_id, request_id),
    ADD CONSTRAINT audit_names_a_saga_or_none CHECK (
        num_nulls(bucket, saga_id, tenant, definition, business_key) IN (0, 5));

CREATE TRIGGER audit_chain BEFORE INSERT ON querent.audit
    FOR EACH ROW EXECUTE FUNCTION querent.chain_audit();
CREATE TRIGGER audit_is_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON querent.audit
    FOR EACH STATEMENT EXECUTE FUNCTION querent.refuse_change_of_audit();
CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON querent.audit_head
    FOR EACH STATEMENT EXECUTE FUNCTION querent.refuse_change_of_audit();

-- What people look for in the audit, newest first.
CREATE INDEX audit_operator ON querent.audit (operator, number);
CREATE INDEX audit_action ON querent.audit (action, number);
CREATE INDEX audit_outcome ON querent.audit (outcome, number);

-- The saga's, so that what is found by its trouble comes in order without reading its saga. Nodes of the version before do not know it.
ALTER TABLE querent.operation ADD COLUMN saga_started_at timestamptz;

UPDATE querent.operation AS o SET saga_started_at = s.started_at
FROM querent.saga AS s WHERE s.bucket = o.bucket AND s.saga_id = o.saga_id;

CREATE FUNCTION querent.date_operation() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    SELECT s.started_at INTO NEW.saga_started_at FROM querent.saga AS s WHERE s.bucket = NEW.bucket AND s.saga_id = NEW.saga_id;
    RETURN NEW;
END
$$;

CREATE TRIGGER operation_date BEFORE INSERT ON querent.operation
    FOR EACH ROW WHEN (NEW.saga_started_at IS NULL) EXECUTE FUNCTION querent.date_operation();

-- What stands at the beginning of what was told of the latest trouble: a code, or the name of an exception.
CREATE FUNCTION querent.error_code(last_error text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT left(split_part(last_error, ': ', 1), 100) $$;

-- Operations by what went wrong, newest sagas first. Those that stay on the happy path have no row.
CREATE INDEX operation_status ON querent.operation (status, saga_started_at, saga_id);
CREATE INDEX operation_name ON querent.operation (name, saga_started_at, saga_id);
CREATE INDEX operation_error ON querent.operation (querent.error_code(last_error), saga_started_at, saga_id)
    WHERE last_error IS NOT NULL;

-- Compensations in trouble, longest first.
CREATE INDEX operation_undoing ON querent.operation (since) WHERE compensates IS NOT NULL AND status < 10;

-- What nodes say of themselves, for people. A row a node, so it does not begin with a bucket.
CREATE TABLE querent.node (
    reported_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    name        varchar(200) COLLATE "C" NOT NULL,
    report      json        NOT NULL,
    CONSTRAINT node_key PRIMARY KEY (name)
) WITH (fillfactor = 50);

-- Who looks after an open review. The columns are the review's.
CREATE TABLE querent.case_claim (
    since     timestamptz NOT NULL DEFAULT statement_timestamp(),
    revision  bigint      NOT NULL,
    bucket    smallint    NOT NULL,
    saga_id   uuid        NOT NULL,
    operation varchar(200) COLLATE "C" NOT NULL,
    operator  varchar(200) COLLATE "C" NOT NULL,
    CONSTRAINT case_claim_key PRIMARY KEY (bucket, saga_id, operation, revision)
);

-- What was said about a review, and stays when it is closed.
CREATE TABLE querent.case_comment (
    written_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    revision   bigint      NOT NULL,
    bucket     smallint    NOT NULL,
    saga_id    uuid        NOT NULL,
    operation  varchar(200) COLLATE "C" NOT NULL,
    operator   varchar(200) COLLATE "C" NOT NULL,
    request_id varchar(200) COLLATE "C" NOT NULL,
    body       varchar(2000) NOT NULL,
    CONSTRAINT case_comment_key PRIMARY KEY (bucket, saga_id, request_id)
);
