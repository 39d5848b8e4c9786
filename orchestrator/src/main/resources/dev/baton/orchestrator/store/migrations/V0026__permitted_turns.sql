-- Whether a turn may begin although a budget is used up, because a person asked for this one.
alter table turn add column over_budget smallint not null default 0;
