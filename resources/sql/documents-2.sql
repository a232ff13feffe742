-- Documents, version 2: how usual a term is, is known without reading where it stands.

CREATE TABLE term_count (
    term     TEXT PRIMARY KEY,
    passages INTEGER NOT NULL           -- that have it, in heading or text
) STRICT, WITHOUT ROWID;

INSERT INTO term_count (term, passages) SELECT term, doc FROM term;

-- Each occurrence of a term: doc (a passage.number) and col ("heading" or "text").
CREATE VIRTUAL TABLE occurrence USING fts5vocab (passage_terms, instance);
