-- Documents in PostgreSQL, version 1. Run as one script, in the schema vignette.

-- The version of all this: one row.
CREATE TABLE form (
    version integer NOT NULL
);

-- What users gave: files, and folders with all that is below them.
CREATE TABLE root (
    path text COLLATE "C" PRIMARY KEY
);

-- What was read. Files of the same content are one document.
CREATE TABLE document (
    number   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content  bytea NOT NULL UNIQUE,     -- see DocumentRecord
    reading  integer NOT NULL,          -- the version of what read it
    measure  text NOT NULL,             -- how passages were measured
    title    text NOT NULL,
    pages    integer NOT NULL,          -- 0: without pages
    passages integer NOT NULL,
    error    text NOT NULL              -- why it cannot be read; empty: it was
);

CREATE TABLE file (
    path     text COLLATE "C" PRIMARY KEY, -- absolute
    bytes    bigint NOT NULL,
    changed  bigint NOT NULL,           -- milliseconds since 1970, UTC
    volume   text NOT NULL,             -- where its file system is mounted
    document bigint NOT NULL REFERENCES document
);

CREATE INDEX file_by_document ON file (document);

CREATE TABLE passage (
    number        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- in the order of the document
    document      bigint NOT NULL REFERENCES document ON DELETE CASCADE,
    page          integer NOT NULL,     -- from 1; 0: without pages
    heading       text NOT NULL,
    text          text NOT NULL,
    first         bigint NOT NULL,      -- bytes of the document's text before it
    last          bigint NOT NULL,      -- the same, before its end
    rectangles    bytea NOT NULL,       -- x, y, width and height of each, as 32-bit floats
    heading_terms text NOT NULL,        -- terms with spaces between them, as the program makes them
    text_terms    text NOT NULL,
    lexemes       tsvector NOT NULL     -- each of these terms; its weight says how often: D once, C twice, B, A
);

-- Questions look at many lexemes: they stay in the row, and the texts move out of it.
ALTER TABLE passage ALTER COLUMN lexemes SET STORAGE MAIN;

CREATE INDEX passage_by_document ON passage (document);
CREATE INDEX passage_by_lexeme ON passage USING gin (lexemes);

-- How many passages have a term; the empty one: how many there are.
CREATE TABLE term (
    term     text COLLATE "C" PRIMARY KEY,
    passages bigint NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION count_added_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO term AS known (term, passages)
        SELECT lexeme, count(*) FROM changed, unnest(changed.lexemes) GROUP BY lexeme
        UNION ALL SELECT '', count(*) FROM changed
        ON CONFLICT (term) DO UPDATE SET passages = known.passages + excluded.passages;
    RETURN NULL;
END $$;

CREATE FUNCTION count_removed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH gone AS (
        SELECT lexeme, count(*) AS passages FROM changed, unnest(changed.lexemes) GROUP BY lexeme
        UNION ALL SELECT '', count(*) FROM changed
    ), unused AS (
        DELETE FROM term AS known USING gone
            WHERE known.term = gone.lexeme AND known.passages <= gone.passages
    )
    UPDATE term AS known SET passages = known.passages - gone.passages FROM gone
        WHERE known.term = gone.lexeme AND known.passages > gone.passages;
    RETURN NULL;
END $$;

CREATE TRIGGER count_added_terms AFTER INSERT ON passage
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_added_terms();
CREATE TRIGGER count_removed_terms AFTER DELETE ON passage
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_terms();

-- The vectors of passages, of as many as have got theirs so far. The model that makes them says how many
-- numbers they have; then they get their index, passage_by_vector.
CREATE TABLE passage_vector (
    passage bigint PRIMARY KEY REFERENCES passage ON DELETE CASCADE,
    vector  halfvec(1) NOT NULL
);

-- The model that made them. No row: there are none.
CREATE TABLE embedding (
    mark bytea NOT NULL                 -- see PassageEncoder::mark(), as 32-bit floats
);

INSERT INTO form (version) VALUES (1);
