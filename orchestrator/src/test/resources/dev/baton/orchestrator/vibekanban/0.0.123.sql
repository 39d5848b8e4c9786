-- The tables and columns of vibe-kanban 0.0.123 that hold what can be brought over, without its rules.

create table drafts (
  id text,
  task_attempt_id text,
  draft_type text,
  retry_process_id text,
  prompt text default '',
  queued integer default 0,
  sending integer default 0,
  version integer default 0,
  variant text,
  image_ids text,
  created_at datetime default CURRENT_TIMESTAMP,
  updated_at datetime default CURRENT_TIMESTAMP
);

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
  executor_action text default '',
  dropped boolean default 0,
  after_head_commit text,
  before_head_commit text
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
  task_attempt_id blob,
  merge_type text,
  merge_commit text,
  pr_number integer,
  pr_url text,
  pr_status text,
  pr_merged_at text,
  pr_merge_commit_sha text,
  created_at text default current_timestamp,
  target_branch_name text
);

create table projects (
  id blob,
  name text,
  git_repo_path text default '',
  setup_script text default '',
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  dev_script text default '',
  cleanup_script text,
  copy_files text,
  remote_project_id blob
);

create table scratch (
  id blob,
  scratch_type text,
  payload text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp
);

create table shared_activity_cursors (
  remote_project_id blob,
  last_seq integer,
  updated_at text default current_timestamp
);

create table shared_tasks (
  id blob,
  remote_project_id blob,
  title text,
  description text,
  status text default 'todo',
  assignee_user_id blob,
  assignee_first_name text,
  assignee_last_name text,
  assignee_username text,
  version integer default 1,
  last_event_seq integer,
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

create table task_attempts (
  id blob,
  task_id blob,
  executor text,
  created_at text default current_timestamp,
  updated_at text default current_timestamp,
  target_branch text default 'main',
  worktree_deleted boolean default FALSE,
  setup_completed_at datetime,
  container_ref text,
  branch text default 'main'
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
  parent_task_attempt blob,
  shared_task_id blob
);
