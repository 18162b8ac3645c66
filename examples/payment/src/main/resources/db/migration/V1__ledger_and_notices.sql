-- The payment service's own tables, in the same database as the engine's, so that a step's business writes and its events commit
-- together. Their schema, ledger, is made by Flyway.

-- A customer's money. Every movement is from one column to another, so their sum never changes.
CREATE TABLE ledger.account (
    account   text NOT NULL CHECK (length(account) BETWEEN 1 AND 34),
    currency  text NOT NULL CHECK (length(currency) = 3),
    opening   numeric(19, 4) NOT NULL,
    available numeric(19, 4) NOT NULL CHECK (available >= 0),
    reserved  numeric(19, 4) NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    booked    numeric(19, 4) NOT NULL DEFAULT 0 CHECK (booked >= 0),
    PRIMARY KEY (account, currency),
    CHECK (available + reserved + booked = opening)
) WITH (fillfactor = 80);

-- One row an operation: its key makes a second movement impossible, whoever asks for it. No foreign key to the account: the
-- movement itself finds out whether there is one, and refuses in the customer's words.
CREATE TABLE ledger.entry (
    operation_key text PRIMARY KEY CHECK (length(operation_key) BETWEEN 1 AND 200),
    movement      text NOT NULL CHECK (movement IN ('RESERVE', 'RELEASE', 'BOOK')),
    order_id      text NOT NULL CHECK (length(order_id) BETWEEN 1 AND 40),
    account       text NOT NULL,
    currency      text NOT NULL,
    amount        numeric(19, 4) NOT NULL CHECK (amount > 0),
    recorded_at   timestamptz NOT NULL DEFAULT statement_timestamp()
);

-- Orders that compliance stopped. A hold may come while the money moves; from then on the order is not booked.
CREATE TABLE ledger.hold (
    order_id  text PRIMARY KEY CHECK (length(order_id) BETWEEN 1 AND 40),
    reason    text NOT NULL,
    placed_at timestamptz NOT NULL DEFAULT statement_timestamp()
);

-- What customers were told.
CREATE TABLE ledger.notice (
    operation_key text PRIMARY KEY CHECK (length(operation_key) BETWEEN 1 AND 200),
    order_id      text NOT NULL CHECK (length(order_id) BETWEEN 1 AND 40),
    recipient     text NOT NULL,
    message       text NOT NULL CHECK (length(message) <= 500),
    sent_at       timestamptz NOT NULL DEFAULT statement_timestamp()
);
