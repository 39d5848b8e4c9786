-- The tables and columns of vibe-kanban 0.0.157 that hold what can be brought over, without its rules.

create table coding_agent_turns (
  id blob,
  execution_process_id blob,
  agent_session_id text,
  prompt text,
  summary text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  seen integer default 0
);

create table execution_process_logs (
  execution_id blob,
  logs text,
  byte_size integer,
  inserted_at text default current_timestamp
);

create table execution_process_repo_states (
  id blob,
  execution_process_id blob,
  repo_id blob,
  before_head_commit text,
  after_head_commit text,
  merge_commit text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table execution_processes (
  id blob,
  session_id blob,
  run_reason text default 'setupscript',
  executor_action text default '{}',
  status text default 'running',
  exit_code integer,
  dropped integer default 0,
  started_at text default current_timestamp,
  completed_at text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table images (
  id blob,
  file_path text,
  original_name text,
  mime_type text,
  size_bytes integer,
  hash text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table merges (
  id blob,
  workspace_id blob,
  merge_type text,
  merge_commit text,
  pr_number integer,
  pr_url text,
  pr_status text,
  pr_merged_at text,
  pr_merge_commit_sha text,
  created_at text default current_timestamp,
  target_branch_name text,
  repo_id blob default X'00'
);

create table project_repos (
  id blob,
  project_id blob,
  repo_id blob
);

create table projects (
  id blob,
  name text,
  remote_project_id blob,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  default_agent_working_dir text default ''
);

create table repos (
  id blob,
  path text,
  name text,
  display_name text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  setup_script text,
  cleanup_script text,
  copy_files text,
  parallel_setup_script integer default 0,
  dev_server_script text
);

create table scratch (
  id blob,
  scratch_type text,
  payload text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table sessions (
  id blob,
  workspace_id blob,
  executor text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table tags (
  id blob,
  tag_name text,
  content text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table task_images (
  id blob,
  task_id blob,
  image_id blob,
  created_at text default current_timestamp
);

create table tasks (
  id blob,
  project_id blob,
  title text,
  description text,
  status text default 'todo',
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  parent_workspace_id blob
);

create table workspace_repos (
  id blob,
  workspace_id blob,
  repo_id blob,
  target_branch text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table workspaces (
  id blob,
  task_id blob,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  setup_completed_at datetime,
  container_ref text,
  branch text default 'main',
  agent_working_dir text default '',
  archived integer default 0,
  pinned integer default 0,
  name text
);
