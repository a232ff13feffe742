-- Conversations, version 9: messages that wait to be sent.

-- Their files are in draft_picture and draft_attachment, at places from (place + 1) * 2^32 on, where
-- those of conversation.draft are below 2^32.
CREATE TABLE queued_message (
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    place        INTEGER NOT NULL,          -- order in which they are sent, from 0
    text         TEXT NOT NULL,
    PRIMARY KEY (conversation, place)
) STRICT;
