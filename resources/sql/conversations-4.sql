-- Conversations, version 4: files that a message was sent with before they had been read, and the
-- passages that an answer rests on.

-- A row goes when the file has been read: what it holds is in message_picture or message_attachment
-- then.
CREATE TABLE message_awaited (
    conversation TEXT NOT NULL,
    message      INTEGER NOT NULL,
    place        INTEGER NOT NULL,          -- order among those that are awaited
    name         TEXT NOT NULL,
    path         TEXT NOT NULL,             -- empty: it came as bytes, and cannot be read again
    pictures     INTEGER NOT NULL,          -- of the message stand before it
    texts        INTEGER NOT NULL,          -- the same
    PRIMARY KEY (conversation, message, place),
    FOREIGN KEY (conversation, message) REFERENCES message (conversation, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE message_source (
    conversation TEXT NOT NULL,
    message      INTEGER NOT NULL,
    place        INTEGER NOT NULL,          -- order below the answer
    title        TEXT NOT NULL,
    address      TEXT NOT NULL,             -- a path or an address in the web; empty: none
    page         INTEGER NOT NULL,          -- from 1; 0: not known
    passage      TEXT NOT NULL,
    first        INTEGER NOT NULL,          -- characters of the document before the passage, -1: not known
    last         INTEGER NOT NULL,          -- the same, before its end
    PRIMARY KEY (conversation, message, place),
    FOREIGN KEY (conversation, message) REFERENCES message (conversation, id) ON DELETE CASCADE
) STRICT;
