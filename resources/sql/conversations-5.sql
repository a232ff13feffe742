-- Conversations, version 5: documents that go with a message, and where a passage stands on its page.

-- What was read of a document and the path of its file; NULL: the attachment is a text.
ALTER TABLE message_attachment ADD COLUMN document BLOB;
ALTER TABLE message_attachment ADD COLUMN path TEXT NOT NULL DEFAULT '';
ALTER TABLE draft_attachment ADD COLUMN document BLOB;
ALTER TABLE draft_attachment ADD COLUMN path TEXT NOT NULL DEFAULT '';

-- `first` and `last` count bytes of UTF-8. The headings that the passage stands under, joined by " › ".
ALTER TABLE message_source ADD COLUMN heading TEXT NOT NULL DEFAULT '';

-- JSON: [[x, y, width, height], …] in points from the page's upper left corner; empty: not known.
ALTER TABLE message_source ADD COLUMN rectangles TEXT NOT NULL DEFAULT '';

-- 0: the model read it with the question, 1: with an earlier one, 2: no model read it.
ALTER TABLE message_source ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
