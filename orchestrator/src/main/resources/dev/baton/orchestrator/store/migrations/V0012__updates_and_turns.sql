-- Attempts are brought up to date with their target branches; what is planned is written first.
create table attempt_update (
  attempt_id ${key} primary key references attempt (id) on delete cascade,
  plan text not null,
  created_at bigint not null
);

-- Turns say when they ran, how they ended, and what they changed.
alter table turn add column started_at bigint;
alter table turn add column ended_at bigint;
alter table turn add column failure_summary text;
alter table turn add column files_changed bigint;
alter table turn add column lines_added bigint;
alter table turn add column lines_deleted bigint;
-- The index of the turn that this one does again, from the workspace before it.
alter table turn add column retried_turn bigint;
-- The conflict that the turn resolves, as JSON.
alter table turn add column resolution text;

update turn set started_at = (
  select min(p.started_at) from execution_process p where p.turn_id = turn.id);
update turn set
  ended_at = coalesce(
    (select max(p.ended_at) from execution_process p where p.turn_id = turn.id), queued_at),
  failure_summary = (
    select coalesce(p.failure_summary, 'failed') from execution_process p
    where p.turn_id = turn.id and p.status in ('failed', 'killed')
    order by p.process_index limit 1)
where status = 'done';

-- Where a turn found the branch of each repository, and left it. Work that was not committed then
-- is a commit of its own.
create table turn_commit (
  turn_id ${key} not null references turn (id) on delete cascade,
  repo_id ${key} not null,
  commit_before text not null,
  files_before text,
  commit_after text,
  primary key (turn_id, repo_id)
);
