"""check_questions.py VIGNETTE_CLI: that the questions of the benchmark "documents" are what they should be.

What stands in manuals is checked where their Debian packages are installed.
"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import make_corpus  # noqa: E402
import questions  # noqa: E402

CLI = sys.argv.pop(1)
MADE = ("letters", "slides", "tables")


class QuestionsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.questions = questions.read_questions()
        cls.answerable = [question for question in cls.questions if question["file"]]

    def test_every_line_has_the_same_fields_and_an_id_of_its_own(self):
        for question in self.questions:
            self.assertEqual(list(question), ["id", "question", "kind", "file", "pages", "contains"])
            self.assertIn(question["kind"], questions.KINDS)
            self.assertEqual(question["file"] is None, question["contains"] is None, question["id"])
        self.assertEqual(len({question["id"] for question in self.questions}), len(self.questions))
        self.assertEqual(len({question["question"] for question in self.questions}), len(self.questions))

    def test_there_are_enough_of_every_kind(self):
        self.assertGreaterEqual(len(self.questions), 210)
        self.assertGreaterEqual(len(self.questions) - len(self.answerable), 65)
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


if __name__ == "__main__":
    unittest.main()
