-- A project that nobody works with any more is left out of lists.

alter table project add column archived_at bigint;

create index attempt_recent on attempt (created_at desc, id);
