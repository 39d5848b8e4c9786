-- Almost every change renews its task. An index with the exact time of expiry in it was written anew by each of
-- them, so the indexes hold the hour in which a task expires instead, and queries look at the exact time themselves.
alter table mcp_task add column expiry_hour bigint not null default 0;

-- held is 1 while a program works on the task. Of tasks from before this is not known, so somebody looks after them.
alter table mcp_task add column held integer not null default 0;

update mcp_task set expiry_hour = expires_at / 3600000, held = live;

drop index mcp_task_expiring;
drop index mcp_task_counted;
drop index mcp_task_live;

-- what is swept
create index mcp_task_expiring on mcp_task (expiry_hour);

-- an owner's live tasks, and how many there are
create index mcp_task_live on mcp_task (owner, created_at desc, id asc) where live = 1;

-- what a restart looks after
create index mcp_task_held on mcp_task (kind, created_at desc, id asc) where held = 1;
