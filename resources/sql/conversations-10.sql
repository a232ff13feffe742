-- Conversations, version 10: how many tokens a picture may take.

-- 0: as the model is made; below 0: a level, see vision/image_budget.h.
ALTER TABLE message_picture ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE draft_picture ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
