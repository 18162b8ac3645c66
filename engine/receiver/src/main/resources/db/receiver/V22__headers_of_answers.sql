-- Why: an answer over HTTP is more than its body. A repeat that is not told where what was made lies, or under which tag, was not told
-- the first answer.

-- The statement waits for who reads answers now, and whoever comes behind it waits too: rather fail, and be tried again at the next start.
SET LOCAL lock_timeout = '10s';

-- Lines of name, colon and value; null for none. Nothing is written for answers that are there.
ALTER TABLE ${flyway:defaultSchema}.operation_answer ADD COLUMN headers varchar(4000);

-- As stored_answer, which stays for nodes of the release before.
CREATE FUNCTION ${flyway:defaultSchema}.kept_answer(its_period integer, its_bucket smallint, its_id uuid, its_token bigint)
    RETURNS TABLE (refusal_code varchar, content_type varchar, headers varchar, body bytea, reference varchar)
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT refusal_code, content_type, headers, body, reference FROM ${flyway:defaultSchema}.operation_answer
        WHERE period = %s AND bucket = %s AND operation_id = %L AND token = %s', its_period, its_bucket, its_id, its_token);
END
$$;
