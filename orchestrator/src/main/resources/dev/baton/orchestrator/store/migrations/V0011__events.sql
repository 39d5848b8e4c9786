-- What happened on the board, for those who watch it. Written with the change that it tells.
create table event (
  id bigint primary key,
  happened_at bigint not null,
  name ${key} not null,
  project_id ${key},
  task_id ${key},
  attempt_id ${key},
  data text not null
);
create index event_of_project on event (project_id, id);
create index event_of_task on event (task_id, id);
create index event_of_attempt on event (attempt_id, id);

-- How much an attempt had changed when its last turn ended.
alter table attempt add column lines_added bigint;
alter table attempt add column lines_deleted bigint;
