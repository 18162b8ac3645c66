-- Why: people ask how much is at risk while outcomes are unknown. An operation that left the happy path says so in its row.

ALTER TABLE querent.operation
    ADD COLUMN amount   numeric,
    ADD COLUMN currency varchar(3) COLLATE "C";

-- No row that is there already has an amount, so the table need not be read while it is locked.
ALTER TABLE querent.operation ADD CONSTRAINT operation_amount_has_currency CHECK (
    (amount IS NULL) = (currency IS NULL) AND (currency IS NULL OR currency ~ '^[A-Z]{3}$')) NOT VALID;
