create table tag (name ${key} primary key);
insert into tag (name) values ('second');
insert into note (name) values ('added by the second migration');
