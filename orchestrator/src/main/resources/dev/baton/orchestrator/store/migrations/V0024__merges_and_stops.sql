-- What was merged of a task, by attempt and repository. It stays when the attempt is deleted.
create table task_merge (
  attempt_id ${key} not null,
  repo_id ${key} not null,
  commit_id ${key} not null,
  task_id ${key} not null references board_task (id) on delete cascade,
  repo_name text not null,
  target_branch text not null,
  -- Where the target branch stood before.
  base_commit text not null,
  merged_at bigint not null,
  primary key (attempt_id, repo_id, commit_id)
);
create index task_merge_of_task on task_merge (task_id, merged_at);

-- Who stopped a turn, and the last turn of an attempt; empty if nobody knows who it was.
alter table turn add column stopped_by text;
alter table attempt add column stopped_by text;
update turn set stopped_by = '' where stop_reason = 'stopped';
update attempt set stopped_by = '' where state = 'failed' and exists (
  select 1 from turn t where t.attempt_id = attempt.id and t.stopped_by is not null
    and t.turn_index = (
      select max(l.turn_index) from turn l
      where l.attempt_id = attempt.id and l.status = 'done'));

-- Projects that wait for somebody to resume them.
create index auto_start_paused on project_auto_start (failures) where paused_reason is not null;
