-- Conversations, version 2: folders, settings of one conversation, texts that go with a message,
-- messages that were removed, and drafts with pictures.

-- Its name, as in the table below; empty: in none.
ALTER TABLE conversation ADD COLUMN folder TEXT NOT NULL DEFAULT '';

-- JSON; what is missing is as the settings of the program say.
ALTER TABLE conversation ADD COLUMN settings TEXT NOT NULL DEFAULT '';

-- A model made the title.
ALTER TABLE conversation ADD COLUMN titled INTEGER NOT NULL DEFAULT 0;

CREATE TABLE folder (
    name      TEXT PRIMARY KEY,
    place     INTEGER NOT NULL,             -- among the others
    collapsed INTEGER NOT NULL DEFAULT 0    -- its conversations are not listed
) STRICT;

-- The file or folder of the model that wrote it; empty: not known, or the built-in one.
ALTER TABLE message ADD COLUMN model TEXT NOT NULL DEFAULT '';

-- The message it was removed with. What it says is gone for good at the next start: its state is
-- 'gone' then, and its row stays, for later ones count on it.
ALTER TABLE message ADD COLUMN removed INTEGER;

CREATE INDEX message_removed ON message (number) WHERE removed IS NOT NULL AND state <> 'gone';

CREATE TABLE message_attachment (
    conversation TEXT NOT NULL,
    message      INTEGER NOT NULL,
    place        INTEGER NOT NULL,          -- order within the message
    name         TEXT NOT NULL,
    text         TEXT NOT NULL,
    PRIMARY KEY (conversation, message, place),
    FOREIGN KEY (conversation, message) REFERENCES message (conversation, id) ON DELETE CASCADE
) STRICT;

-- What goes with conversation.draft.
CREATE TABLE draft_picture (
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    place        INTEGER NOT NULL,
    name         TEXT NOT NULL,
    picture      BLOB NOT NULL REFERENCES picture (hash),
    PRIMARY KEY (conversation, place)
) STRICT;

CREATE INDEX draft_picture_by_picture ON draft_picture (picture);

CREATE TABLE draft_attachment (
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    place        INTEGER NOT NULL,
    name         TEXT NOT NULL,
    text         TEXT NOT NULL,
    PRIMARY KEY (conversation, place)
) STRICT;
