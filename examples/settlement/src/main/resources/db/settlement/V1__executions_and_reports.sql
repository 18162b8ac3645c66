-- The settlement service's own tables, in the same database as the engine's, so that what a step writes and its events commit together.
-- Their schema, settlement, is made by Flyway.

-- Every time that somebody or something asked for a settlement: a number of its own each time, though all share the settlement's key. It is
-- written in the transaction that starts the saga, so it says truly whether that start began anything.
CREATE TABLE settlement.execution (
    execution    bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
    settlement   text NOT NULL CHECK (length(settlement) BETWEEN 1 AND 128),
    begun_by     text NOT NULL CHECK (begun_by IN ('SCHEDULE', 'CATCH_UP', 'RETRY', 'BY_HAND')),
    operator     text NOT NULL CHECK (length(operator) BETWEEN 1 AND 100),
    reason       text CHECK (length(reason) BETWEEN 1 AND 500),
    outcome      text NOT NULL CHECK (outcome IN ('STARTED', 'REPLAYED', 'CONFLICT')),
    requested_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    CHECK (begun_by <> 'BY_HAND' OR reason IS NOT NULL)
);

CREATE INDEX execution_of_settlement ON settlement.execution (settlement);

-- A report's stages that happen here. Uploading and telling of it are the saga's own steps.
CREATE TABLE settlement.report (
    settlement    text PRIMARY KEY CHECK (length(settlement) BETWEEN 1 AND 128),
    operation_key text NOT NULL CHECK (length(operation_key) BETWEEN 1 AND 200),
    created_at    timestamptz NOT NULL DEFAULT statement_timestamp(),
    generated_at  timestamptz,
    content       text,
    sha256        text CHECK (length(sha256) = 64),
    CHECK ((generated_at IS NULL) = (content IS NULL)),
    CHECK ((content IS NULL) = (sha256 IS NULL))
);

-- Dates of which all is done and all books were found to agree.
CREATE TABLE settlement.concluded_day (
    business_date date PRIMARY KEY,
    concluded_at  timestamptz NOT NULL DEFAULT statement_timestamp()
);
