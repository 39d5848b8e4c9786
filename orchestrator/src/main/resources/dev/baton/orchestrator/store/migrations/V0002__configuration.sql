-- A project may leave the commit policy to the configuration.

alter table project rename column commit_policy to chosen_commit_policy;
alter table project add column commit_policy text;
update project set commit_policy = chosen_commit_policy where chosen_commit_policy <> 'auto';
alter table project drop column chosen_commit_policy;

create index dev_server_running on execution_process (attempt_id)
  where status = 'running' and reason = 'devserver';
