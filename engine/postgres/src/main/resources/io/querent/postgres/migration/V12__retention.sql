-- Why: history that nobody comes back to is taken out of the log a month at a time, without mass deletes and without holding up those who
-- append. What keeps a business key from being used twice, the saga's row, stays.
--
-- The history of a saga that must keep it, because it has not ended or is under legal hold, is moved on: saga.period and its events' become
-- those of now. So a month's partition that is retired has nothing in it that anybody needs, and a saga whose period lies in a retired
-- month is one whose history has gone: no row of a saga has to be marked.

-- What is done, and by whom. One row.
CREATE TABLE querent.retention (
    is_only        boolean     NOT NULL DEFAULT true,
    -- Grows with every hold that is placed: who looked before may have let a saga through.
    holds          bigint      NOT NULL DEFAULT 0,
    token          bigint      NOT NULL DEFAULT 0,
    -- Until when the node that is at it may go on; another one may begin then, and counts the token up.
    lease_until    timestamptz NOT NULL DEFAULT '-infinity',
    begun_at       timestamptz,
    done_at        timestamptz,
    node           varchar(200) COLLATE "C",
    -- What the latest run failed with.
    error          varchar(2000),
    CONSTRAINT retention_key PRIMARY KEY (is_only),
    CONSTRAINT retention_is_one_row CHECK (is_only)
) WITH (fillfactor = 10);
INSERT INTO querent.retention DEFAULT VALUES;

-- Months that are being retired, and those that are.
CREATE TABLE querent.retired_month (
    exported_at   timestamptz NOT NULL DEFAULT statement_timestamp(),
    detached_at   timestamptz,
    retired_at    timestamptz,
    -- Transactions from this one on may have written what the archive file lacks.
    seen_up_to    bigint      NOT NULL,
    -- Number of holds that were looked at.
    seen_holds    bigint      NOT NULL,
    sagas         bigint      NOT NULL,
    events        bigint      NOT NULL,
    month         date        NOT NULL,
    first_period  integer     NOT NULL,
    -- The first that is not in it.
    end_period    integer     NOT NULL,
    -- Where the removal of the sagas' other rows has come to.
    cleaned_period integer,
    cleaned_bucket smallint,
    -- 1 ARCHIVE, 2 DETACH, 3 DROP.
    disposal      smallint    NOT NULL,
    cleaned_saga  uuid,
    archive       varchar(200) COLLATE "C",
    sha256        varchar(64)  COLLATE "C",
    CONSTRAINT retired_month_key PRIMARY KEY (month),
    CONSTRAINT retired_month_has_its_archive CHECK (
        disposal BETWEEN 1 AND 3 AND (disposal = 1) = (archive IS NOT NULL) AND (archive IS NULL) = (sha256 IS NULL)),
    CONSTRAINT retired_month_goes_in_order CHECK (retired_at IS NULL OR detached_at IS NOT NULL)
);

-- Orders to let nothing of certain sagas go. Null means all.
CREATE TABLE querent.legal_hold (
    number          bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
    placed_at       timestamptz NOT NULL DEFAULT statement_timestamp(),
    released_at     timestamptz,
    tenant          varchar(32)  COLLATE "C",
    definition      varchar(48)  COLLATE "C",
    business_key    varchar(128) COLLATE "C",
    operator        varchar(200) NOT NULL,
    request_id      varchar(200) COLLATE "C" NOT NULL,
    reason          varchar(2000) NOT NULL,
    released_by     varchar(200),
    release_request varchar(200) COLLATE "C",
    release_reason  varchar(2000),
    CONSTRAINT legal_hold_key PRIMARY KEY (number),
    CONSTRAINT legal_hold_request UNIQUE (request_id),
    CONSTRAINT legal_hold_names_something CHECK (
        num_nonnulls(tenant, definition, business_key) > 0
        AND (business_key IS NULL OR num_nulls(tenant, definition) = 0)),
    CONSTRAINT legal_hold_is_open_or_released CHECK (
        num_nulls(released_at, released_by, release_request, release_reason) IN (0, 4))
);

-- What may be forgotten, oldest first.
CREATE INDEX approval_settled ON querent.approval (settled_at) WHERE answer IS NOT NULL;
