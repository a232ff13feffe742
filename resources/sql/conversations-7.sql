-- Conversations, version 7: the text that was read in pictures.

CREATE TABLE picture_text (
    picture BLOB PRIMARY KEY REFERENCES picture (hash) ON DELETE CASCADE,
    text    TEXT NOT NULL                   -- JSON; [] if the picture shows none (see picture_text.h)
) STRICT;
