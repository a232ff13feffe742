"""check_questions.py VIGNETTE_CLI: that the questions of the benchmark "documents" are what they should be.

What stands in manuals is checked where their Debian packages are installed.
"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bench  # noqa: E402
import make_corpus  # noqa: E402
import places  # noqa: E402
import questions  # noqa: E402

CLI = sys.argv.pop(1)
MADE = ("letters", "slides", "tables")


class QuestionsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.questions = [question for name in questions.PATHS for question in questions.read_questions(name)]
        cls.answerable = [question for question in cls.questions if question["file"]]

    def test_every_line_has_the_same_fields_and_an_id_of_its_own(self):
        for question in self.questions:
            self.assertEqual(list(question), ["id", "question", "kind", "file", "pages", "contains"])
            self.assertIn(question["kind"], questions.KINDS if question["file"] else (*questions.KINDS, questions.ELSEWHERE))
            self.assertEqual(question["file"] is None, question["contains"] is None, question["id"])
        self.assertEqual(len({question["id"] for question in self.questions}), len(self.questions))
        self.assertEqual(len({question["question"] for question in self.questions}), len(self.questions))

    def test_there_are_enough_of_every_kind(self):
        self.assertGreaterEqual(len(self.questions), 210)
        elsewhere = sum(question["kind"] == questions.ELSEWHERE for question in self.questions)
        self.assertGreaterEqual(elsewhere, 60)
        self.assertGreaterEqual(len(self.questions) - len(self.answerable) - elsewhere, 65)
        for kind in questions.KINDS:
            self.assertGreaterEqual(sum(question["kind"] == kind for question in self.answerable), 15, kind)

    def test_no_question_repeats_the_words_of_its_passage(self):
        for question in self.answerable:
            self.assertFalse(questions.holds(question["question"], question["contains"]), question["id"])

    def test_documents_are_made_the_same_each_time(self):
        self.assertEqual(dict(make_corpus.made()), dict(make_corpus.made()))

    def test_answers_stand_in_made_documents(self):
        self.check_answers([question for question in self.answerable if question["file"].startswith(MADE)], with_manuals=False)

    def test_answers_stand_in_manuals(self):
        try:
            list(make_corpus.manuals())
        except make_corpus.Missing as error:
            self.skipTest(str(error))
        self.check_answers([question for question in self.answerable if not question["file"].startswith(MADE)], with_manuals=True)

    def check_answers(self, asked, with_manuals):
        with tempfile.TemporaryDirectory() as folder:
            make_corpus.make_corpus(Path(folder), with_manuals)
            documents = {file: questions.read_document(CLI, Path(folder, file)) for file in sorted({each["file"] for each in asked})}
        for question in asked:
            pages = documents[question["file"]]
            self.assertEqual(question["pages"] is None, list(pages) == [None], question["id"])
            for page in question["pages"] or [None]:
                with self.subTest(question=question["id"], page=page):
                    self.assertTrue(questions.holds(questions.text_of(pages[page]), question["contains"]))


class ScorerTest(unittest.TestCase):
    QUESTION = {"id": "a", "question": "Who?", "kind": "pdf", "file": "b.pdf", "pages": [2, 3], "contains": "nobody else"}
    HIT = {"file": "/corpus/b.pdf", "page": 3, "heading": "Who", "text": "It was Nobody -\nelse too.", "bytes": [0, 24], "score": 0.5, "rectangles": []}

    def ranked(self, *hits):
        return bench.Retrieval("words", Path("/corpus"), [{"id": "a", "hits": list(hits), "answered": True}])

    def test_a_passage_is_right_in_its_file_on_its_page_with_its_words(self):
        wrong = [{**self.HIT, "file": "/corpus/c.pdf"}, {**self.HIT, "page": 1}, {**self.HIT, "text": "nobody or somebody else"}]
        for hit in wrong:
            self.assertIsNone(self.ranked(hit).rank(self.QUESTION))
        self.assertEqual(self.ranked(*wrong, self.HIT).rank(self.QUESTION), 4)
        self.assertIsNone(self.ranked(*wrong, *wrong[:2], self.HIT).rank(self.QUESTION), "the sixth is too late")

    def test_recall_is_the_share_of_questions_with_a_right_passage(self):
        unanswerable = {**self.QUESTION, "id": "n", "file": None}
        other = {**self.QUESTION, "id": "a", "contains": "somebody"}
        figures = {line["figure"]: line["value"] for line in bench.found_figures(self.ranked(self.HIT), [self.QUESTION, other, unanswerable])}
        self.assertEqual(figures["recall@5, pdf"], 50)
        self.assertEqual(figures["recall@5, all"], 50)

    def test_what_is_marked_is_compared_with_words_on_the_page(self):
        self.assertTrue(places.is_within(10, 20, [8, 18, 4, 4]))
        self.assertFalse(places.is_within(10, 20, [8, 25, 4, 4]))
        self.assertEqual(places.share_of(places.letters("abcd"), places.letters("a cd x")), 0.75)


if __name__ == "__main__":
    unittest.main()
