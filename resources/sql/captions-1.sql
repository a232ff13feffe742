-- Caption runs, version 1. Statements end with a semicolon at the end of a line.

CREATE TABLE run (
    id         TEXT PRIMARY KEY,
    created    INTEGER NOT NULL,            -- milliseconds since 1970, UTC
    sources    TEXT NOT NULL,               -- JSON: a list of files and folders
    prompt     TEXT NOT NULL,
    schema     TEXT NOT NULL DEFAULT '',    -- a JSON schema; empty: none
    model      TEXT NOT NULL DEFAULT '',    -- a path; empty: the built-in one
    max_tokens INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0   -- gone for good at the next start
) STRICT;

CREATE TABLE caption (
    run     TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    place   INTEGER NOT NULL,               -- in the run, from 0
    file    TEXT NOT NULL,
    state   TEXT NOT NULL DEFAULT 'waiting', -- waiting, done, failed, edited
    caption TEXT NOT NULL DEFAULT '',
    error   TEXT NOT NULL DEFAULT '',       -- a sentence
    tokens  INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;
