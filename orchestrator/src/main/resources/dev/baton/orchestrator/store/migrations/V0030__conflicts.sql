-- What the last look at an attempt found in the way of its merge. It counts until the attempt changes.
alter table attempt add column conflict_target text;
alter table attempt add column conflict_files bigint;
alter table attempt add column conflict_at bigint;
