-- Times are milliseconds since 1970. live is 1 until the status is final.
create table mcp_task (
  id ${key} primary key,
  owner ${key} not null,
  kind text not null,
  status text not null,
  live integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null,
  poll_interval bigint not null,
  version bigint not null,
  body text not null
);

-- an owner's list
create index mcp_task_listed on mcp_task (owner, created_at desc, id asc);

-- how many live tasks an owner has
create index mcp_task_counted on mcp_task (owner, expires_at) where live = 1;

-- what a restart looks after
create index mcp_task_live on mcp_task (kind, created_at desc, id asc) where live = 1;

-- what is swept
create index mcp_task_expiring on mcp_task (expires_at);

create table mcp_task_result (
  task_id ${key} not null references mcp_task (id) on delete cascade,
  name ${key} not null,
  value text not null,
  primary key (task_id, name)
);
