-- Why: a row costs the server as much as the text in it, and two index entries. Events that are written together for one saga, such as an
-- outcome and the next intent, are one row now; sequence is the number of the last of them. Rows of one event, older ones among them,
-- are as they were.
--
-- A row of several has the type 'several' and an array of objects of one member each, named by type and revision:
--   [{"operation-succeeded/1":{...}},{"attempt-started/1":{...}}]

-- One row an event, for people and reports. The engine reads the table.
CREATE VIEW querent.history AS
SELECT e.bucket, e.saga_id, e.period, e.sequence, e.type, e.revision, e.payload, e.recorded_at, e.transaction_id, e.position
FROM querent.event AS e
WHERE e.type <> 'several'
UNION ALL
-- By the text, which is always of that form: functions that read names read all the rest too, and an escaped NUL or half of a
-- surrogate pair in what a provider answered would make them fail, and the whole query with them.
SELECT e.bucket, e.saga_id, e.period,
    e.sequence - json_array_length(e.payload) + member.number::integer,
    split_part(substr(member.event::text, 3, name.length), '/', 1)::varchar(100),
    split_part(substr(member.event::text, 3, name.length), '/', 2)::smallint,
    substr(member.event::text, name.length + 5, length(member.event::text) - name.length - 5)::json,
    e.recorded_at, e.transaction_id, e.position
FROM querent.event AS e
CROSS JOIN LATERAL json_array_elements(e.payload) WITH ORDINALITY AS member (event, number)
CROSS JOIN LATERAL (SELECT strpos(member.event::text, '":') - 3) AS name (length)
WHERE e.type = 'several';
