-- When an attempt came from another board, of which nobody could have worked with it here before.
alter table attempt add column imported_at bigint;
