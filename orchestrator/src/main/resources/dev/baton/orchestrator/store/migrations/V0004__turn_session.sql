-- A message may be meant for one session, and not for whichever is the newest.

alter table turn add column session_id ${key};
