-- Tasks wait for others. One that is deleted leaves its number, its title, and whether it was done.
create table task_blocker (
  task_id ${key} not null references board_task (id) on delete cascade,
  blocker_id ${key} not null,
  place bigint not null,
  project_id ${key} not null references project (id),
  number bigint not null,
  title text,
  was_done bigint not null default 0,
  primary key (task_id, blocker_id)
);
create index task_blocker_by_blocker on task_blocker (blocker_id, task_id);

-- Tasks that the server starts by itself when the last of their blockers is done.
create table task_auto_start (
  task_id ${key} primary key references board_task (id) on delete cascade,
  executor ${key} not null,
  variant ${key},
  problem text
);

-- Projects in which the server starts tasks by itself, and why it has paused.
create table project_auto_start (
  project_id ${key} primary key references project (id) on delete cascade,
  attempt_limit bigint not null,
  executor ${key} not null,
  variant ${key},
  labels text not null,
  failures bigint not null default 0,
  paused_reason text
);

-- Attempts that the server started for their projects, until their outcome is counted.
create table pulled_attempt (
  attempt_id ${key} primary key references attempt (id) on delete cascade,
  project_id ${key} not null references project (id)
);
create index pulled_attempt_by_project on pulled_attempt (project_id, attempt_id);

-- Answers that are kept for repeated calls have what answers have now. A quote inside a text is
-- written with a backslash, so that nothing else can be meant.
update stored_request set response = replace(
  response,
  ',"hasInProgressAttempt":',
  ',"blockers":[],"autoStart":null,"hasInProgressAttempt":')
where tool = 'create_task';
