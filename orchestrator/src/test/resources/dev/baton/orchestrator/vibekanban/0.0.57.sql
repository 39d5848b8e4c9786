-- The tables and columns of vibe-kanban 0.0.57 that hold what can be brought over, without its rules.

create table execution_process_logs (
  execution_id blob,
  logs text,
  byte_size integer,
  inserted_at text default current_timestamp
);

create table execution_processes (
  id blob,
  task_attempt_id blob,
  status text default 'running',
  exit_code integer,
  started_at text default current_timestamp,
  completed_at text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  run_reason text default 'setupscript',
  executor_action text default ''
);

create table executor_sessions (
  id blob,
  task_attempt_id blob,
  execution_process_id blob,
  session_id text,
  prompt text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  summary text
);

create table projects (
  id blob,
  name text,
  git_repo_path text default '',
  setup_script text default '',
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  dev_script text default '',
  cleanup_script text
);

create table task_attempts (
  id blob,
  task_id blob,
  merge_commit text,
  base_coding_agent text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  pr_url text,
  pr_number integer,
  pr_status text,
  pr_merged_at datetime,
  base_branch text default 'main',
  worktree_deleted boolean default FALSE,
  setup_completed_at datetime,
  container_ref text,
  branch text
);

create table task_templates (
  id blob,
  project_id blob,
  title text,
  description text,
  template_name text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table tasks (
  id blob,
  project_id blob,
  title text,
  description text,
  status text default 'todo',
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  parent_task_attempt blob
);
