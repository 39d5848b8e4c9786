-- Times are milliseconds since 1970, flags are 0 or 1, ids are UUIDs in text.

create table project (
  id ${key} primary key,
  name text not null,
  commit_policy text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index project_newest on project (created_at desc, id);

create table repo (
  id ${key} primary key,
  project_id ${key} not null references project (id),
  name ${key} not null,
  path text not null,
  default_branch text not null,
  setup_script text,
  cleanup_script text,
  dev_server_script text,
  copy_files text not null,
  created_at bigint not null,
  unique (project_id, name)
);

create table board_task (
  id ${key} primary key,
  project_id ${key} not null references project (id),
  title text not null,
  description text,
  status ${key} not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index board_task_newest on board_task (project_id, created_at desc, id);
create index board_task_by_status on board_task (project_id, status, created_at desc, id);

create table attempt (
  id ${key} primary key,
  task_id ${key} not null references board_task (id),
  project_id ${key} not null references project (id),
  branch text not null,
  root text not null,
  executor text not null,
  state ${key} not null,
  epoch bigint not null,
  ticket bigint,
  queue_held smallint not null,
  failure_summary text,
  workspace_made smallint not null,
  token_hash ${key},
  next_raw_index bigint not null,
  next_normalized_index bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  last_activity_at bigint
);
create index attempt_newest on attempt (task_id, created_at desc, id);
create index attempt_running on attempt (project_id) where state = 'running';
create unique index attempt_in_line on attempt (ticket) where ticket is not null;
create unique index attempt_by_token on attempt (token_hash) where token_hash is not null;
create unique index attempt_by_root on attempt (root);

create table attempt_repo (
  attempt_id ${key} not null references attempt (id) on delete cascade,
  repo_id ${key} not null references repo (id),
  place integer not null,
  repo_name text not null,
  target_branch text not null,
  base_commit text not null,
  primary key (attempt_id, repo_id)
);

create table agent_session (
  id ${key} primary key,
  attempt_id ${key} not null references attempt (id) on delete cascade,
  session_index integer not null,
  executor text not null,
  agent_session_id text,
  is_lost smallint not null,
  next_message_index bigint not null,
  created_at bigint not null,
  unique (attempt_id, session_index)
);

create table turn (
  id ${key} primary key,
  attempt_id ${key} not null references attempt (id) on delete cascade,
  turn_index bigint not null,
  prompt text not null,
  variant text,
  status ${key} not null,
  queued_at bigint not null,
  is_stopped smallint not null,
  is_committed smallint not null,
  changes_before text,
  has_changed smallint,
  unique (attempt_id, turn_index)
);
-- One turn at a time in an attempt, whoever asks.
create unique index turn_active on turn (attempt_id) where status = 'active';
create index turn_queued on turn (attempt_id, turn_index) where status = 'queued';

create table execution_process (
  id ${key} primary key,
  attempt_id ${key} not null references attempt (id) on delete cascade,
  process_index bigint not null,
  session_id ${key} references agent_session (id) on delete cascade,
  turn_id ${key} references turn (id) on delete cascade,
  repo_id ${key},
  reason ${key} not null,
  status ${key} not null,
  exit_code integer,
  failure_summary text,
  started_at bigint not null,
  ended_at bigint,
  prompt text,
  variant text,
  resumed_session text,
  stdout_offset bigint not null,
  stderr_offset bigint not null,
  first_raw_index bigint not null,
  is_begun smallint not null,
  result text,
  usage text,
  unique (attempt_id, process_index)
);
-- One agent or script at a time in an attempt, whoever starts it.
create unique index process_running on execution_process (attempt_id)
  where status = 'running' and reason <> 'devserver';
create index process_of_turn on execution_process (turn_id, process_index);

create table log_entry (
  attempt_id ${key} not null references attempt (id) on delete cascade,
  channel smallint not null,
  entry_index bigint not null,
  process_id ${key} not null,
  logged_at bigint not null,
  type text not null,
  content text not null,
  continues smallint not null,
  replaces bigint,
  tool text,
  entry_key text,
  primary key (attempt_id, channel, entry_index)
);

create table session_message (
  session_id ${key} not null references agent_session (id) on delete cascade,
  message_index bigint not null,
  process_id ${key} not null,
  role text not null,
  content text not null,
  is_truncated smallint not null,
  said_at bigint not null,
  primary key (session_id, message_index)
);

create table approval (
  id ${key} primary key,
  attempt_id ${key} not null references attempt (id) on delete cascade,
  process_id ${key} not null references execution_process (id) on delete cascade,
  agent_request_id ${key} not null,
  tool_name text not null,
  summary text not null,
  requested_at bigint not null,
  expires_at bigint,
  status ${key} not null,
  decision text,
  reason text,
  unique (process_id, agent_request_id)
);
create index approval_pending on approval (attempt_id) where status = 'pending';
create index approval_oldest on approval (requested_at, id) where status = 'pending';

-- Lines for the standard input of a process; kept so that none is sent twice.
create table process_input (
  process_id ${key} not null references execution_process (id) on delete cascade,
  input_key ${key} not null,
  place bigint not null,
  line text not null,
  is_sent smallint not null,
  primary key (process_id, input_key)
);

create table stored_request (
  owner ${key} not null,
  tool ${key} not null,
  request_id ${key} not null,
  fingerprint text not null,
  attempt_id ${key},
  response text not null,
  created_at bigint not null,
  primary key (owner, tool, request_id)
);
create index stored_request_oldest on stored_request (created_at);
create index stored_request_attempt on stored_request (attempt_id);

create table merge_intent (
  attempt_id ${key} primary key references attempt (id) on delete cascade,
  plan text not null,
  created_at bigint not null
);

-- The table of db-scheduler, with its own names.
create table scheduled_tasks (
  task_name ${key} not null,
  task_instance ${key} not null,
  task_data ${bytes},
  execution_time timestamp with time zone not null,
  picked boolean not null,
  picked_by ${key},
  last_success timestamp with time zone,
  last_failure timestamp with time zone,
  consecutive_failures integer,
  last_heartbeat timestamp with time zone,
  version bigint not null,
  priority smallint,
  primary key (task_name, task_instance)
);
create index scheduled_tasks_due on scheduled_tasks (execution_time);
create index scheduled_tasks_heartbeat on scheduled_tasks (last_heartbeat);
create index scheduled_tasks_owner on scheduled_tasks (picked_by);
