-- When a node ended as it should. Nothing new is given to it until it begins again.
alter table node add column left_at bigint;
