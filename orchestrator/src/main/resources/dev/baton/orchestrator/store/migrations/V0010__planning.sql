-- Tasks have a number in their project, a priority, a place in their column, and labels; those that
-- are out of sight are archived.

alter table project add column last_task_number bigint not null default 0;

alter table board_task add column number bigint not null default 0;
alter table board_task add column priority ${key} not null default 'normal';
alter table board_task add column position ${key} not null default '';
alter table board_task add column archived_at bigint;

-- Places are keys that sort as text: eight digits to the base 36, of which 'i' is in the middle.
update board_task set number = n.number, position = n.position
from (
  select id,
    row_number() over (partition by project_id order by created_at, id) as number,
    'i' || substr(cast(10000000 + row_number() over (
      partition by status order by created_at desc, id) as text), 2) as position
  from board_task) n
where n.id = board_task.id;
update project set last_task_number = coalesce(
  (select max(t.number) from board_task t where t.project_id = project.id), 0);

create unique index board_task_number on board_task (number, project_id);
-- No two tasks of a column stand at the same place, whoever moves them.
create unique index board_task_place on board_task (status, position);

drop index board_task_newest;
drop index board_task_by_status;
create index board_task_newest on board_task (project_id, created_at desc, id)
  where archived_at is null;
create index board_task_by_status on board_task (project_id, status, created_at desc, id)
  where archived_at is null;
create index board_task_in_column on board_task (project_id, status, position)
  where archived_at is null;
create index board_task_newest_of_all on board_task (created_at desc, id)
  where archived_at is null;
create index board_task_in_column_of_all
  on board_task (status, position, project_id, archived_at)
  where archived_at is null;
create index board_task_archived on board_task (project_id, created_at desc, id)
  where archived_at is not null;
create index board_task_archived_of_all on board_task (created_at desc, id)
  where archived_at is not null;

create table label (
  id ${key} primary key,
  project_id ${key} not null references project (id),
  name ${key} not null,
  colour ${key} not null,
  unique (project_id, name)
);
create index label_by_name on label (name);

create table task_label (
  task_id ${key} not null references board_task (id) on delete cascade,
  label_id ${key} not null references label (id) on delete cascade,
  primary key (task_id, label_id)
);
create index task_label_by_label on task_label (label_id, task_id);

-- Answers that are kept for repeated calls have what answers have now. A quote inside a text is
-- written with a backslash, so that nothing else can be meant.
update stored_request set response = replace(
  replace(
    response,
    '{"task":{"id":',
    '{"task":{"number":' || coalesce(
      (select t.number from board_task t where t.id = substr(stored_request.response, 16, 36)), 0)
      || ',"priority":"NORMAL","position":{"text":"i0000000"},"archivedAt":null,"id":'),
  ',"hasInProgressAttempt":',
  ',"labels":[],"hasInProgressAttempt":')
where tool = 'create_task';
