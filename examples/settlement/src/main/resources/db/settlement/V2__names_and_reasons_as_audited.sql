-- Who asks and why may be as long here as in the engine's own audit: what its reconciliation takes is not refused for a settlement.
ALTER TABLE settlement.execution
    DROP CONSTRAINT execution_operator_check,
    DROP CONSTRAINT execution_reason_check,
    ADD CONSTRAINT execution_operator_check CHECK (length(operator) BETWEEN 1 AND 200),
    ADD CONSTRAINT execution_reason_check CHECK (length(reason) BETWEEN 1 AND 1000);
