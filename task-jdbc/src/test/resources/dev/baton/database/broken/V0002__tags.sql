insert into note (name) values ('half way');
insert into no_such_table (name) values ('x');
