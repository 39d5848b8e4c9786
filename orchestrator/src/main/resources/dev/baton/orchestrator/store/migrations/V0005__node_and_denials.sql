-- The status of an attempt names the server that drives it, and what its agent was refused.

alter table attempt add column node text;
alter table execution_process add column denied integer not null default 0;
alter table execution_process add column denied_summary text;
