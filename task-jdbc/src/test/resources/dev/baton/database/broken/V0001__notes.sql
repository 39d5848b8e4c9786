-- A comment; with a semicolon, and 'a quote.
create table note (
  id ${number},
  name ${key} not null,
  picture ${bytes}
);

insert into note (name) values ('first; of all');
