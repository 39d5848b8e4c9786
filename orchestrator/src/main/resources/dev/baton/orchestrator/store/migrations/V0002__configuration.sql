-- A project may leave the commit policy to the configuration, and a turn knows why it was stopped.

alter table project rename column commit_policy to chosen_commit_policy;
alter table project add column commit_policy text;
update project set commit_policy = chosen_commit_policy where chosen_commit_policy <> 'auto';
alter table project drop column chosen_commit_policy;

alter table turn add column stop_reason text;
update turn set stop_reason = 'stopped' where is_stopped = 1;
alter table turn drop column is_stopped;

create index dev_server_running on execution_process (attempt_id)
  where status = 'running' and reason = 'devserver';
