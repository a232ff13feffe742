-- Caption runs, version 2: where the facts of captions stand in their images. As JSON: a list; empty: they were
-- not compared.

ALTER TABLE caption ADD COLUMN facts TEXT NOT NULL DEFAULT '';
