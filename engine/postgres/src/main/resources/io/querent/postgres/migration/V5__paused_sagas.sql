-- Why: a person may pause a saga. Like one that waits for a decision it has nothing that wakes it up, and an open review that says so.

-- Saga status 5 is PAUSED. Operation status 7 is AWAITING, 12 is SKIPPED.

ALTER TABLE querent.saga DROP CONSTRAINT saga_will_wake_or_rests;

-- Rows that are there already satisfy the stricter rule that was, so the table need not be read while it is locked.
ALTER TABLE querent.saga ADD CONSTRAINT saga_will_wake_or_rests CHECK (
    CASE WHEN status >= 10 THEN ended_at IS NOT NULL AND wake_at IS NULL AND owner IS NULL
         WHEN status IN (4, 5) THEN ended_at IS NULL AND (owner IS NULL OR wake_at IS NOT NULL)
         ELSE ended_at IS NULL AND wake_at IS NOT NULL END) NOT VALID;

DROP INDEX querent.saga_forgotten;

CREATE INDEX saga_forgotten ON querent.saga (status)
    WHERE wake_at IS NULL AND ended_at IS NULL AND status NOT IN (4, 5);

DROP INDEX querent.saga_in_review;

-- Sagas that wait for a person and nothing else. Each must have an open review.
CREATE INDEX saga_in_review ON querent.saga (bucket, saga_id) WHERE status IN (4, 5) AND wake_at IS NULL;
