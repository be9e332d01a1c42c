-- Search by parts of words in titles, names and addresses.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
