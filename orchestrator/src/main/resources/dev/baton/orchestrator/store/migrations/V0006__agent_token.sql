-- A token is given to one agent, and ends with it.

alter table execution_process add column token_hash ${key};
update execution_process
  set token_hash = (select a.token_hash from attempt a where a.id = execution_process.attempt_id)
  where status = 'running' and reason = 'codingagent';
create unique index process_by_token on execution_process (token_hash)
  where token_hash is not null;
drop index attempt_by_token;
alter table attempt drop column token_hash;
