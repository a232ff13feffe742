-- Conversations, version 6: what is said of the documents that an answer rests on.

-- A sentence below the answer, such as what of the documents the model did not read.
ALTER TABLE message ADD COLUMN note TEXT NOT NULL DEFAULT '';

-- What the model read of a passage, where that was notes on it; empty: its words.
ALTER TABLE message_source ADD COLUMN notes TEXT NOT NULL DEFAULT '';
