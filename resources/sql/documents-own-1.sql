-- What this user added to stores of documents, version 1. Statements end with a semicolon at the end of a line.

CREATE TABLE store (
    number   INTEGER PRIMARY KEY,
    computer TEXT NOT NULL,             -- its machine ID; a home folder may be used on several computers
    name     TEXT NOT NULL,             -- see OwnDocuments
    UNIQUE (computer, name)
) STRICT;

-- Files, and folders with everything below them.
CREATE TABLE root (
    store INTEGER NOT NULL REFERENCES store (number),
    path  TEXT NOT NULL,                -- absolute, without links
    PRIMARY KEY (store, path)
) STRICT, WITHOUT ROWID;

-- Files of these roots that this program has listed.
CREATE TABLE file (
    store INTEGER NOT NULL REFERENCES store (number),
    path  TEXT NOT NULL,                -- absolute, without links
    PRIMARY KEY (store, path)
) STRICT, WITHOUT ROWID;
