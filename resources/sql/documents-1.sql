-- Documents, version 1. Statements end with a semicolon at the end of a line.

-- What the user gave: files, and folders with all that is below them.
CREATE TABLE root (
    path TEXT PRIMARY KEY
) STRICT;

-- What was read. Files of the same content are one document.
CREATE TABLE document (
    number   INTEGER PRIMARY KEY,
    content  BLOB NOT NULL UNIQUE,      -- see DocumentRecord
    reading  INTEGER NOT NULL,          -- the version of what read it
    measure  TEXT NOT NULL,             -- how passages were measured
    title    TEXT NOT NULL,
    pages    INTEGER NOT NULL,          -- 0: without pages
    passages INTEGER NOT NULL,
    error    TEXT NOT NULL              -- why it cannot be read; empty: it was
) STRICT;

CREATE TABLE file (
    path     TEXT PRIMARY KEY,          -- absolute
    bytes    INTEGER NOT NULL,
    changed  INTEGER NOT NULL,          -- milliseconds since 1970, UTC
    volume   TEXT NOT NULL,             -- where its file system is mounted
    document INTEGER NOT NULL REFERENCES document (number)
) STRICT;

CREATE INDEX file_by_document ON file (document);

CREATE TABLE passage (
    number     INTEGER PRIMARY KEY,     -- in the order of the document
    document   INTEGER NOT NULL REFERENCES document (number) ON DELETE CASCADE,
    page       INTEGER NOT NULL,        -- from 1; 0: without pages
    heading    TEXT NOT NULL,
    text       TEXT NOT NULL,
    first      INTEGER NOT NULL,        -- bytes of the document's text before it
    last       INTEGER NOT NULL,        -- the same, before its end
    rectangles BLOB NOT NULL            -- x, y, width and height of each, as 32-bit floats
) STRICT;

CREATE INDEX passage_by_document ON passage (document);

-- By passage.number: terms with spaces between them, as the program makes them.
CREATE VIRTUAL TABLE passage_terms USING fts5 (heading, text, tokenize='unicode61 remove_diacritics 0');

CREATE VIRTUAL TABLE term USING fts5vocab (passage_terms, row);

-- The vectors of passages, of as many as have got theirs so far.
CREATE TABLE passage_vector (
    passage INTEGER PRIMARY KEY REFERENCES passage (number) ON DELETE CASCADE,
    vector  BLOB NOT NULL               -- blocks of 8 bits, see VectorTable
) STRICT;

-- The model that made them. No row: there are none.
CREATE TABLE embedding (
    mark BLOB NOT NULL                  -- see PassageEncoder::mark(), as 32-bit floats
) STRICT;
