-- A turn belongs to one conversation of its attempt; those before had always the latest one.

alter table turn add column session_id text;
