-- What merchants have sold, which window each sale was settled in, and where the money is. Amounts are whole minor units of the currency.

CREATE TABLE ledger.merchant (
    merchant text PRIMARY KEY CHECK (length(merchant) BETWEEN 1 AND 40),
    currency text NOT NULL CHECK (length(currency) = 3)
);

CREATE TABLE ledger.beneficiary (
    merchant    text NOT NULL REFERENCES ledger.merchant,
    beneficiary text NOT NULL CHECK (length(beneficiary) BETWEEN 1 AND 48),
    bank        text NOT NULL,
    account     text NOT NULL,
    PRIMARY KEY (merchant, beneficiary)
);

-- A sale belongs to the window that was frozen when it was known; until then its settlement is null. It is never moved from one to another.
CREATE TABLE ledger.sale (
    sale        text PRIMARY KEY CHECK (length(sale) BETWEEN 1 AND 100),
    merchant    text NOT NULL,
    beneficiary text NOT NULL,
    minor       bigint NOT NULL CHECK (minor > 0),
    sold_at     timestamptz NOT NULL,
    settlement  text,
    FOREIGN KEY (merchant, beneficiary) REFERENCES ledger.beneficiary
);

CREATE INDEX open_sale ON ledger.sale (merchant, sold_at) WHERE settlement IS NULL;
CREATE INDEX settled_sale ON ledger.sale (settlement);

-- A window is settled once, by one version of the rules. One that was given back may be settled by another.
CREATE TABLE ledger.settlement (
    merchant       text NOT NULL REFERENCES ledger.merchant,
    business_date  date NOT NULL,
    settlement     text NOT NULL UNIQUE CHECK (length(settlement) BETWEEN 1 AND 128),
    state          text NOT NULL CHECK (state IN ('FROZEN', 'BOOKED', 'REOPENED')),
    total_minor    bigint NOT NULL CHECK (total_minor >= 0),
    fees_minor     bigint NOT NULL DEFAULT 0 CHECK (fees_minor >= 0),
    returned_minor bigint NOT NULL DEFAULT 0 CHECK (returned_minor >= 0),
    PRIMARY KEY (merchant, business_date)
);

CREATE TABLE ledger.payout (
    settlement  text NOT NULL REFERENCES ledger.settlement (settlement),
    beneficiary text NOT NULL,
    minor       bigint NOT NULL CHECK (minor > 0),
    paid        boolean NOT NULL,
    reference   text NOT NULL,
    PRIMARY KEY (settlement, beneficiary)
);

-- Double entry: the lines of one operation add up to nothing in its currency.
CREATE TABLE ledger.posting (
    operation_key text NOT NULL CHECK (length(operation_key) BETWEEN 1 AND 200),
    account       text NOT NULL CHECK (account IN ('acquirer', 'open', 'paid', 'fees', 'balance')),
    merchant      text NOT NULL,
    currency      text NOT NULL,
    minor         bigint NOT NULL,
    posted_at     timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (operation_key, account)
);

CREATE TABLE ledger.notice (
    settlement    text PRIMARY KEY CHECK (length(settlement) BETWEEN 1 AND 128),
    message_id    text NOT NULL,
    report_sha256 text NOT NULL,
    noted_at      timestamptz NOT NULL DEFAULT statement_timestamp()
);
