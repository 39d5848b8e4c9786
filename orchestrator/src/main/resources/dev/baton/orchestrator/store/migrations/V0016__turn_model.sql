-- The model and the effort that were asked for; null leaves them to the variant.
alter table turn add column model text;
alter table turn add column effort text;
