-- A digest of what a message asked, beside the key of its id (client_id): the same id with other
-- content is refused.
ALTER TABLE log ADD COLUMN content TEXT;
