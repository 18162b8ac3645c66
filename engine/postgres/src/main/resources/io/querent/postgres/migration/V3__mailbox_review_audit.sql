-- Why: what comes to a saga from outside, a callback or a person's decision, must survive the node that took it in, wait for a saga
-- that does not exist yet or that another node owns, and count once however often it is sent. And people need to see what waits
-- for them, and auditors who decided what.

-- Saga status 13 is ABANDONED: ended by a person although something is not proved or not made good.

CREATE TABLE querent.mailbox (
    received_at  timestamptz NOT NULL DEFAULT statement_timestamp(),
    -- When to look at it; null when it is settled.
    look_at      timestamptz,
    settled_at   timestamptz,
    -- How often it was looked at and could not be settled.
    looks        integer     NOT NULL DEFAULT 0,
    bucket       smallint    NOT NULL,
    -- 1 APPLIED, 2 NOTHING_NEW, 3 REFUSED, 4 PARKED; null while it waits.
    answer       smallint,
    -- The saga's, which need not exist.
    saga_id      uuid        NOT NULL,
    -- The sender's id of the letter: the same id again is no second letter.
    message_id   varchar(200) COLLATE "C" NOT NULL,
    tenant       varchar(32)  COLLATE "C" NOT NULL,
    definition   varchar(48)  COLLATE "C" NOT NULL,
    business_key varchar(128) COLLATE "C" NOT NULL,
    detail       varchar(2000),
    payload      json        NOT NULL,
    CONSTRAINT mailbox_key PRIMARY KEY (bucket, saga_id, message_id),
    CONSTRAINT mailbox_waits_or_is_settled CHECK (
        CASE WHEN settled_at IS NULL THEN look_at IS NOT NULL AND answer IS NULL
             ELSE look_at IS NULL AND answer IS NOT NULL END)
) WITH (fillfactor = 80);

-- What waits, soonest first. Empty most of the time.
CREATE INDEX mailbox_waiting ON querent.mailbox (look_at) WHERE look_at IS NOT NULL;

-- What may be forgotten, oldest first.
CREATE INDEX mailbox_settled ON querent.mailbox (settled_at) WHERE settled_at IS NOT NULL;

CREATE TABLE querent.review (
    opened_at    timestamptz NOT NULL,
    closed_at    timestamptz,
    -- Number of the event that opened it: who decides has to have seen it.
    revision     bigint      NOT NULL,
    bucket       smallint    NOT NULL,
    saga_id      uuid        NOT NULL,
    operation    varchar(200) COLLATE "C" NOT NULL,
    tenant       varchar(32)  COLLATE "C" NOT NULL,
    definition   varchar(48)  COLLATE "C" NOT NULL,
    business_key varchar(128) COLLATE "C" NOT NULL,
    reason       varchar(50)  COLLATE "C" NOT NULL,
    detail       varchar(2000) NOT NULL,
    CONSTRAINT review_key PRIMARY KEY (bucket, saga_id, operation, revision)
);

-- The queue, oldest first. Holds only what is open.
CREATE INDEX review_open ON querent.review (opened_at, saga_id, operation) WHERE closed_at IS NULL;

-- Sagas that wait for a person and nothing else. Each must have an open review.
CREATE INDEX saga_in_review ON querent.saga (bucket, saga_id) WHERE status = 4 AND wake_at IS NULL;

CREATE INDEX review_open_of_saga ON querent.review (bucket, saga_id) WHERE closed_at IS NULL;

-- Who wanted what, and what came of it, refusals included. Only ever added to.
CREATE TABLE querent.audit (
    received_at  timestamptz NOT NULL,
    settled_at   timestamptz NOT NULL DEFAULT statement_timestamp(),
    bucket       smallint    NOT NULL,
    answer       smallint    NOT NULL,
    saga_id      uuid        NOT NULL,
    request_id   varchar(200) COLLATE "C" NOT NULL,
    tenant       varchar(32)  COLLATE "C" NOT NULL,
    definition   varchar(48)  COLLATE "C" NOT NULL,
    business_key varchar(128) COLLATE "C" NOT NULL,
    operator     varchar(200) NOT NULL,
    detail       varchar(2000),
    -- The decision, its evidence, the reason and the revision seen.
    content      json        NOT NULL,
    CONSTRAINT audit_key PRIMARY KEY (bucket, saga_id, request_id)
);

CREATE INDEX audit_time ON querent.audit (settled_at);
