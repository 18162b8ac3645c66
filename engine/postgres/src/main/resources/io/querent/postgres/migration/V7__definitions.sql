-- Why: a saga finishes under the version of its definition that it was started under. So that a version is never changed under sagas that
-- still run, its shape is kept here; and so that people see which versions nobody runs any more, who saw it last.

CREATE TABLE querent.definition (
    first_seen  timestamptz NOT NULL DEFAULT statement_timestamp(),
    -- When a node last said that it runs this version.
    last_seen   timestamptz NOT NULL DEFAULT statement_timestamp(),
    version     integer     NOT NULL,
    name        varchar(48) COLLATE "C" NOT NULL,
    fingerprint varchar(22) COLLATE "C" NOT NULL,
    -- What of the definition matters to sagas under way, one line a step.
    shape       text        NOT NULL,
    CONSTRAINT definition_key PRIMARY KEY (name, version)
);
