-- Why: acting on a saga needs people who are known, a second one where a rule demands it, and a way to act on many sagas at once that can be
-- stopped, goes on after a crash and says what became of each. All of it is of people and small beside the sagas, so nothing here begins
-- with a bucket but what is looked up by a saga's letters.

CREATE TABLE querent.account (
    created_at    timestamptz NOT NULL DEFAULT statement_timestamp(),
    -- Grows with every change of password, grants or enabled: sessions of an older one are over.
    epoch         bigint      NOT NULL DEFAULT 1,
    enabled       boolean     NOT NULL,
    must_change   boolean     NOT NULL,
    -- The name in the form in which names of people are held against each other, so that nobody is two accounts.
    canonical     varchar(100) COLLATE "C" NOT NULL,
    name          varchar(100) NOT NULL,
    -- As a password encoder wrote it: {id}… or $id$…; a password itself does not look so.
    password_hash varchar(500) COLLATE "C" NOT NULL,
    grants        varchar(100)[] NOT NULL,
    CONSTRAINT account_key PRIMARY KEY (canonical),
    CONSTRAINT account_has_a_hash CHECK (password_hash ~ '^(?!\{noop\})(\{[A-Za-z0-9@._-]+\}|\$[a-z0-9-]+\$).{16}')
);

-- Wrong passwords. One row for each name and address, and one with an empty name for each address.
CREATE TABLE querent.sign_in_failure (
    latest_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    barred_until timestamptz,
    failures     integer     NOT NULL DEFAULT 1,
    address      varchar(100) COLLATE "C" NOT NULL,
    canonical    varchar(100) COLLATE "C" NOT NULL,
    CONSTRAINT sign_in_failure_key PRIMARY KEY (address, canonical)
);

-- What may be forgotten, oldest first.
CREATE INDEX sign_in_failure_time ON querent.sign_in_failure (latest_at);

-- Requests for a second person.
CREATE TABLE querent.approval (
    asked_at     timestamptz NOT NULL DEFAULT statement_timestamp(),
    expires_at   timestamptz NOT NULL,
    settled_at   timestamptz,
    -- 1 APPROVED, 2 DECLINED, 3 EXPIRED; null while it is open, which it is not any more when its time is up.
    answer       smallint,
    -- The letter's message id.
    id           varchar(200) COLLATE "C" NOT NULL,
    tenant       varchar(32)  COLLATE "C" NOT NULL,
    definition   varchar(48)  COLLATE "C" NOT NULL,
    business_key varchar(128) COLLATE "C" NOT NULL,
    requester    varchar(200) NOT NULL,
    settled_by   varchar(200),
    comment      varchar(2000) NOT NULL DEFAULT '',
    rule         varchar(1000) NOT NULL,
    -- What the letter says.
    payload      json         NOT NULL,
    CONSTRAINT approval_key PRIMARY KEY (id),
    CONSTRAINT approval_is_open_or_settled CHECK (
        CASE WHEN answer IS NULL THEN settled_at IS NULL AND settled_by IS NULL
             ELSE answer BETWEEN 1 AND 3 AND settled_at IS NOT NULL AND (settled_by IS NULL) = (answer = 3) END)
);

-- What waits for a second person, oldest first.
CREATE INDEX approval_open ON querent.approval (asked_at, id) WHERE answer IS NULL;

-- Actions on many sagas.
CREATE TABLE querent.bulk_job (
    made_at     timestamptz NOT NULL DEFAULT statement_timestamp(),
    cut_off     timestamptz NOT NULL DEFAULT statement_timestamp(),
    ended_at    timestamptz,
    -- Until when the node that works on it may; another one may take it then, and counts the token up.
    lease_until timestamptz NOT NULL DEFAULT '-infinity',
    token       bigint      NOT NULL DEFAULT 0,
    rate        integer     NOT NULL,
    -- Number of the item up to which letters under way were looked at last.
    looked_up_to integer    NOT NULL DEFAULT 0,
    -- How many items are in which state. They are written with the items, and add up.
    items       integer     NOT NULL DEFAULT 0,
    planned     integer     NOT NULL DEFAULT 0,
    sent        integer     NOT NULL DEFAULT 0,
    applied     integer     NOT NULL DEFAULT 0,
    nothing_new integer     NOT NULL DEFAULT 0,
    refused     integer     NOT NULL DEFAULT 0,
    parked      integer     NOT NULL DEFAULT 0,
    -- 1 FROZEN, 2 RUNNING, 3 PAUSED, 10 DONE, 11 CANCELLED. From 10 on: ended.
    state       smallint    NOT NULL DEFAULT 1,
    id          varchar(150) COLLATE "C" NOT NULL,
    operator    varchar(200) NOT NULL,
    approved_by varchar(200),
    -- The rule that demands a second person, in words; null when none does.
    rule        varchar(1000),
    -- Id of the request that changed the state last, so that it can be repeated.
    changed_by  varchar(200) COLLATE "C",
    node        varchar(200) COLLATE "C",
    -- Which sagas were wanted, and what is sent to each of them.
    filter      json        NOT NULL,
    payload     json        NOT NULL,
    CONSTRAINT bulk_job_key PRIMARY KEY (id),
    CONSTRAINT bulk_job_adds_up CHECK (
        items = planned + sent + applied + nothing_new + refused + parked
        AND least(planned, sent, applied, nothing_new, refused, parked) >= 0),
    CONSTRAINT bulk_job_has_its_second_person CHECK (rule IS NULL OR approved_by IS NOT NULL OR state IN (1, 11)),
    CONSTRAINT bulk_job_runs_or_has_ended CHECK (
        CASE WHEN state >= 10 THEN ended_at IS NOT NULL AND (state = 11 OR planned + sent = 0) ELSE ended_at IS NULL END)
) WITH (fillfactor = 50);

-- Those that a node has something to do for, longest untouched first: what runs, and what was sent and is not settled.
CREATE INDEX bulk_job_at_work ON querent.bulk_job (lease_until) WHERE state = 2 OR sent > 0;

CREATE INDEX bulk_job_made ON querent.bulk_job (made_at, id);

CREATE TABLE querent.bulk_item (
    -- Of the saga when the selection was frozen: who has it acted on has seen that.
    revision     bigint      NOT NULL,
    number       integer     NOT NULL,
    bucket       smallint    NOT NULL,
    -- 1 PLANNED, 2 SENT, 10 APPLIED, 11 NOTHING_NEW, 12 REFUSED, 13 PARKED. From 10 on: final.
    state        smallint    NOT NULL DEFAULT 1,
    saga_id      uuid        NOT NULL,
    job          varchar(150) COLLATE "C" NOT NULL,
    tenant       varchar(32)  COLLATE "C" NOT NULL,
    definition   varchar(48)  COLLATE "C" NOT NULL,
    business_key varchar(128) COLLATE "C" NOT NULL,
    detail       varchar(2000) NOT NULL DEFAULT '',
    CONSTRAINT bulk_item_key PRIMARY KEY (job, number)
) WITH (fillfactor = 70);

-- The next ones to be sent, those whose letters are under way, and those that came to something, each by number.
CREATE INDEX bulk_item_state ON querent.bulk_item (job, state, number);

CREATE TABLE querent.saved_view (
    shared    boolean NOT NULL,
    operator  varchar(200) COLLATE "C" NOT NULL,
    name      varchar(60)  NOT NULL,
    query     varchar(2000) NOT NULL,
    CONSTRAINT saved_view_key PRIMARY KEY (operator, name)
);

CREATE INDEX saved_view_shared ON querent.saved_view (name) WHERE shared;

-- Starts by the idempotency keys that callers gave.
CREATE TABLE querent.start_request (
    taken_at     timestamptz NOT NULL DEFAULT statement_timestamp(),
    finished_at  timestamptz,
    scope        varchar(200) COLLATE "C" NOT NULL,
    key          varchar(300) COLLATE "C" NOT NULL,
    request_hash varchar(200) COLLATE "C" NOT NULL,
    -- What it started; null before it is finished.
    tenant       varchar(32)  COLLATE "C",
    definition   varchar(48)  COLLATE "C",
    business_key varchar(128) COLLATE "C",
    CONSTRAINT start_request_key PRIMARY KEY (scope, key),
    CONSTRAINT start_request_is_finished_or_not CHECK (
        num_nulls(finished_at, tenant, definition, business_key) IN (0, 4))
);

-- What may be forgotten, oldest first.
CREATE INDEX start_request_time ON querent.start_request (taken_at);
