-- Issues that became tasks, as they were when they came last. Where somebody deleted the task, the
-- issue stays known, so that it does not come again.
create table issue (
  project_id ${key} not null references project (id),
  link ${key} not null,
  task_id ${key} references board_task (id) on delete set null,
  title text not null,
  description text not null,
  -- A JSON array of names.
  labels text not null,
  primary key (project_id, link)
);
create index issue_of_task on issue (task_id);
