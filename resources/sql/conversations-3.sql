-- Conversations, version 3: texts that go with a message are searched, too.

-- By message.number, all texts of a message in one, with their names. It has its own copy of them,
-- for their rows have no number that stays. Kept up by the program, as message_text is.
CREATE VIRTUAL TABLE attachment_text USING fts5 (text, prefix='1 2', tokenize='unicode61 remove_diacritics 2');

INSERT INTO attachment_text (rowid, text)
    SELECT number, group_concat(name || char(10) || message_attachment.text, char(10))
    FROM message_attachment
    JOIN message ON message.conversation = message_attachment.conversation
        AND message.id = message_attachment.message
    GROUP BY number;
