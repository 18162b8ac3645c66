-- Why: users' event handlers read the events of all sagas at their own pace, and have to go on where they were after a restart.
-- How far each has read is kept here by Axon's token store, whose statements fix the types; the names are ours. A position is
-- written in the transaction of the batch that it follows, together with what the handlers wrote.
--
-- No money depends on it (R9), and it is small and apart from the sagas, so it does not begin with a bucket.

CREATE TABLE querent.event_processor_position (
    processor     text COLLATE "C" NOT NULL,
    -- Part of the events, by saga, that one node at a time works on.
    segment       integer     NOT NULL,
    -- JSON as UTF-8 bytes, and the stable name of what it is. Null before the first event.
    position      bytea,
    position_type text COLLATE "C",
    -- The node that works on it, and when it last said so, in ISO 8601 by its own clock. Another may take it some time later:
    -- a claim, not a fence, so two may work on one batch and handlers must bear that.
    claimed_at    text COLLATE "C",
    owner         text COLLATE "C",
    CONSTRAINT event_processor_position_key PRIMARY KEY (processor, segment),
    CONSTRAINT event_processor_position_is_bounded CHECK (
        octet_length(processor) BETWEEN 1 AND 500 AND octet_length(position) <= 100000
        AND octet_length(position_type) BETWEEN 1 AND 500 AND octet_length(claimed_at) <= 100 AND octet_length(owner) <= 500)
) WITH (fillfactor = 50);
