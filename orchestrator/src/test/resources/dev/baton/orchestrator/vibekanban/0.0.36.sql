-- The tables and columns of vibe-kanban 0.0.36 that hold what can be brought over, without its rules.

create table execution_processes (
  id blob,
  task_attempt_id blob,
  process_type text default 'setupscript',
  status text default 'running',
  command text,
  args text,
  working_directory text,
  stdout text,
  stderr text,
  exit_code integer,
  started_at text default current_timestamp,
  completed_at text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  executor_type text
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
  dev_script text default ''
);

create table task_attempt_activities (
  id text,
  execution_process_id text,
  status text,
  note text,
  created_at datetime default current_timestamp
);

create table task_attempts (
  id blob,
  task_id blob,
  worktree_path text,
  merge_commit text,
  executor text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  branch text default '',
  pr_url text,
  pr_number integer,
  pr_status text,
  pr_merged_at datetime
);

create table tasks (
  id blob,
  project_id blob,
  title text,
  description text,
  status text default 'todo',
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);
