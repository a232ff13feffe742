-- Conversations, version 8: calls of tools in answers.

CREATE TABLE message_tool_use (
    conversation TEXT NOT NULL,
    message      INTEGER NOT NULL,
    place        INTEGER NOT NULL,          -- order within the answer
    use          TEXT NOT NULL,             -- JSON: the call, and what came of it
    PRIMARY KEY (conversation, message, place),
    FOREIGN KEY (conversation, message) REFERENCES message (conversation, id) ON DELETE CASCADE
) STRICT;
