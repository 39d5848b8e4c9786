-- What else a turn found: the target of then, and the commit that was being merged. Taking the turn
-- back brings them back too. Unknown for the turns before.
alter table turn_commit add column merge_head text;
alter table turn_commit add column target_branch text;
alter table turn_commit add column base_commit text;
