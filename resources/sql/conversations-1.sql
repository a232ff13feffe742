-- Conversations, version 1. Statements end with a semicolon at the end of a line.

CREATE TABLE conversation (
    id      TEXT PRIMARY KEY,
    title   TEXT NOT NULL DEFAULT '',
    renamed INTEGER NOT NULL DEFAULT 0,     -- the user chose the title
    pinned  INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,               -- milliseconds since 1970, UTC, as below
    changed INTEGER NOT NULL,               -- when the newest message came
    deleted INTEGER,                        -- when; gone for good at the next start
    leaf    INTEGER NOT NULL DEFAULT -1,    -- the last message of the branch that is shown
    draft   TEXT NOT NULL DEFAULT ''        -- what is written and not yet sent
) STRICT;

CREATE TABLE message (
    number       INTEGER PRIMARY KEY,       -- in the order of sending; stays when a copy is made
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    id           INTEGER NOT NULL,          -- within the conversation, from 0
    parent       INTEGER NOT NULL,          -- -1: the first
    author       TEXT NOT NULL,             -- user, assistant
    state        TEXT NOT NULL,             -- complete, writing, failed
    text         TEXT NOT NULL,
    error        TEXT NOT NULL DEFAULT '',
    statistics   TEXT NOT NULL DEFAULT '',  -- JSON
    created      INTEGER NOT NULL,
    UNIQUE (conversation, id)
) STRICT;

-- So that the answers a crash has cut short are found at once in a million messages.
CREATE INDEX message_being_written ON message (number) WHERE state = 'writing';

CREATE TABLE picture (
    hash  BLOB PRIMARY KEY,                 -- SHA-256 of the bytes
    bytes BLOB NOT NULL                     -- a picture file as it came
) STRICT;

CREATE TABLE message_picture (
    conversation TEXT NOT NULL,
    message      INTEGER NOT NULL,
    place        INTEGER NOT NULL,          -- order within the message
    name         TEXT NOT NULL,
    picture      BLOB NOT NULL REFERENCES picture (hash),
    PRIMARY KEY (conversation, message, place),
    FOREIGN KEY (conversation, message) REFERENCES message (conversation, id) ON DELETE CASCADE
) STRICT;

CREATE INDEX message_picture_by_picture ON message_picture (picture);

-- Holds a message once it is complete: one that is being written changes every second. Kept up by
-- the program, for triggers may not use it in a file that is not trusted.
CREATE VIRTUAL TABLE message_text USING fts5 (text, content='message', content_rowid='number', prefix='1 2', tokenize='unicode61 remove_diacritics 2');
