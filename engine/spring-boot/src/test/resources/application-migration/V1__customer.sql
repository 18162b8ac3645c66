CREATE TABLE customer (number text PRIMARY KEY);
