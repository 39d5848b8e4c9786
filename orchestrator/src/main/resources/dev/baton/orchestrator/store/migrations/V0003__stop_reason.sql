-- A turn that was stopped says why.

alter table turn add column stop_reason text;
update turn set stop_reason = 'stopped' where is_stopped = 1;
alter table turn drop column is_stopped;
