-- What agents used, one row for each that was started; what it did not say is null. Money is in
-- billionths of a US dollar. Rows outlive their attempts, because what was spent stays spent.
create table agent_cost (
  process_id ${key} primary key,
  turn_id ${key},
  attempt_id ${key} not null,
  task_id ${key} not null,
  project_id ${key} not null,
  executor ${key} not null,
  variant ${key} not null,
  -- The day on which it was said last, such as 2026-11-17, where the server is.
  day ${key} not null,
  input_tokens bigint,
  cached_tokens bigint,
  output_tokens bigint,
  cost bigint
);
create index agent_cost_of_attempt on agent_cost (attempt_id, turn_id);
create index agent_cost_of_task on agent_cost (task_id, day, cost);
create index agent_cost_of_project on agent_cost (project_id, day, cost);
create index agent_cost_of_day on agent_cost (day, cost);

-- What may be spent, in billionths of a US dollar; and whether the next turn of a task may begin
-- although it is spent.
alter table project add column budget bigint;
alter table board_task add column budget bigint;
alter table board_task add column over_budget smallint not null default 0;
create index board_task_over_budget on board_task (id) where over_budget = 1;

create index attempt_of_project_recent on attempt (project_id, created_at);
