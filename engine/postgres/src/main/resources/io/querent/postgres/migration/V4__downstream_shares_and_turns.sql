-- Why: what a downstream allows holds for all nodes together, so it is written down here who has how many of its slots, and until when.
-- And a backlog of one tenant must not keep the others waiting, so what is due can be found by whose turn it is.
--
-- Nothing is written here for a call: a node settles its shares now and then, and what it has until then is in its memory. The two
-- tables hold a row for each downstream and one for each node that uses it, so they do not begin with a bucket.

CREATE TABLE querent.downstream (
    name    varchar(48) COLLATE "C" NOT NULL,
    -- Grows with every change of a share of this downstream. Whoever changes one names the version it has read, so that of two who
    -- read the same shares only one writes, and no lock is held in between.
    version bigint NOT NULL,
    CONSTRAINT downstream_key PRIMARY KEY (name)
) WITH (fillfactor = 50);

CREATE TABLE querent.downstream_share (
    downstream      varchar(48) COLLATE "C" NOT NULL,
    -- Drawn by each process when it starts: a process that starts again under its old name does not find itself holding slots.
    holder          uuid        NOT NULL,
    -- For people.
    node            varchar(200) COLLATE "C" NOT NULL,
    -- What the holder's definitions declare. Where versions differ, the smaller counts.
    cap             integer     NOT NULL,
    rate_per_second integer     NOT NULL,
    slots           integer     NOT NULL,
    -- What it could use. A share with no slots is the request of a node that waits for some.
    wanted          integer     NOT NULL,
    -- Where there are more holders than slots: when its turn ends, or since when it has waited for one.
    queued_at       timestamptz NOT NULL,
    -- From then on it counts for nothing.
    lease_until     timestamptz NOT NULL,
    CONSTRAINT downstream_share_key PRIMARY KEY (downstream, holder),
    CONSTRAINT downstream_share_is_possible CHECK (
        cap BETWEEN 1 AND 10000 AND slots BETWEEN 0 AND 10000 AND wanted BETWEEN 0 AND cap AND rate_per_second >= 0)
) WITH (fillfactor = 50);

-- What belongs together when turns are taken: a tenant's sagas of one definition. A number, so that an index of it is small; if two
-- parties ever had the same, they would share their turns.
CREATE FUNCTION querent.party(tenant text, definition text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT hashtextextended(tenant || '/' || definition, 0) $$;

-- One index of what will wake up is made three. A saga that runs through without waiting is only ever in the first, so it costs what it
-- did; and neither lost owners nor a party's sagas have to be looked for among those that wait.
CREATE INDEX saga_lease ON querent.saga (wake_at) WHERE wake_at IS NOT NULL AND owner IS NOT NULL;
CREATE INDEX saga_due ON querent.saga (wake_at) WHERE wake_at IS NOT NULL AND owner IS NULL;
CREATE INDEX saga_turn ON querent.saga (querent.party(tenant, definition), wake_at) WHERE wake_at IS NOT NULL AND owner IS NULL;
DROP INDEX querent.saga_wake;
