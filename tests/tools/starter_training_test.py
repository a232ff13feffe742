"""The tables and texts that the built-in model is trained with, and the sample pictures that go with it.

Runs on the standard library alone: what needs torch or fonts is measured by `python3 -m starter evaluate`.
"""

import json
import re
import sys
import unittest
from pathlib import Path
from random import Random

ROOT = Path(sys.argv.pop(1))
sys.path.insert(0, str(ROOT / "tools"))

from starter import looks, names  # noqa: E402
from starter.texts import passages, talk  # noqa: E402


class NamesTest(unittest.TestCase):
    def test_class_numbers_of_the_stored_weights_are_kept(self):
        self.assertEqual(len(names.THINGS), 425)
        self.assertEqual(names.CLASSES, 438)
        for name, number in {"Santa": 3, "dog": 120, "zebra": 426}.items():
            self.assertEqual(names.THING_CLASS[name], number, name)

    def test_a_glyph_has_one_meaning(self):
        named = "".join(thing.glyphs for thing in names.TAUGHT)
        unnamed, unseen = names.read_glyphs("unnamed.txt"), names.read_glyphs("unseen.txt")
        glyphs = named + unnamed + unseen
        self.assertEqual(len(glyphs), len(set(glyphs)))
        self.assertGreaterEqual(len(names.TAUGHT), 200)
        self.assertGreater(len(unseen), 50)

    def test_articles(self):
        for noun, expected in {
            "dog": "a dog",
            "orange star": "an orange star",
            "unicorn": "a unicorn",
            "Santa": "Santa",
        }.items():
            self.assertEqual(names.with_article(noun), expected)

    def test_plurals(self):
        expected = {
            "dog": "dogs", "cherry": "cherries", "key": "keys", "watch": "watches", "mouse": "mice", "dress": "dresses",
            "pair of socks": "pairs of socks", "bow and arrow": "bows and arrows", "bus": "buses", "loaf of bread": "loaves of bread",
        }  # fmt: skip
        self.assertEqual({noun: names.plural(noun) for noun in expected}, expected)

    def test_enumerations(self):
        self.assertEqual(names.enumeration(["a", "b", "c"]), "a, b and c")
        self.assertEqual(names.enumeration(["a"]), "a")


class PassagesTest(unittest.TestCase):
    def setUp(self):
        rng = Random(5)
        self.conversations = [passages.draw(rng) for _ in range(2000)]

    def test_answers_stand_in_the_passage(self):
        for turns in self.conversations:
            passage = turns[0][0].lower()
            for question, answer in turns:
                if answer != passages.NOT_SAID:
                    for part in answer.lower().rstrip(".").split(" at "):
                        self.assertIn(part, passage, question)

    def test_some_questions_have_no_answer(self):
        answers = [answer for turns in self.conversations for _, answer in turns]
        share = answers.count(passages.NOT_SAID) / len(answers)
        self.assertTrue(0.2 < share < 0.6, share)

    def test_passages_are_of_any_length_up_to_the_longest(self):
        lengths = [len(turns[0][0].split()) for turns in self.conversations]
        self.assertLess(max(lengths), passages.LONGEST + 20)  # the question and the introduction come to it
        self.assertGreater(max(lengths), 100)

    def test_no_blank_is_left_unfilled(self):
        for turns in self.conversations:
            for text in [*turns[0], *turns[-1]]:
                self.assertIsNone(re.search(r"[{}]", text), text)

    def test_the_first_question_can_be_chosen(self):
        rng = Random(6)
        for _ in range(200):
            self.assertEqual(passages.draw(rng, answerable=False)[0][1], passages.NOT_SAID)


class LooksTest(unittest.TestCase):
    def marked(self, text, things=None, written=""):
        """What is looked at, a token each character."""
        places = [(index / 100, 0.5) for index in range(len(written))]
        sights = looks.Sights(things or {}, list(zip(written, places)))
        marked = looks.Looks()
        marked.extend(len(text) + 1)
        looks.mark_turn(marked, looks.Span("", 0, []), looks.Span(text, 1, list(text)), sights)
        return marked

    def found(self, places, wanted):
        return [index for index, place in enumerate(places) if place == wanted]

    def test_a_name_is_looked_at_from_its_end_and_while_it_is_written(self):
        dog = (0.2, 0.3)
        marked = self.marked("A dog and a hotdog.", {"dog": dog})
        self.assertEqual(self.found(marked.here, dog), [5])
        self.assertEqual(self.found(marked.ahead, dog), [0, 1, 2, 3, 4])  # also while "A" is chosen

    def test_the_next_thing_is_looked_for_from_the_end_of_the_name_before(self):
        dog, cat, owl = (0.1, 0.1), (0.5, 0.5), (0.9, 0.9)
        text = "A dog, a cat and an owl."
        marked = self.marked(text, {"dog": dog, "cat": cat, "owl": owl})
        for name, place, before in (("cat", cat, "A dog"), ("owl", owl, "A dog, a cat")):
            seen = self.found(marked.ahead, place)
            # A token, a character each, stands one further than its character.
            self.assertEqual(seen, list(range(len(before), text.index(name) + len(name))))

    def test_the_longest_name_counts(self):
        red, star = (0.1, 0.1), (0.9, 0.9)
        marked = self.marked("A red star.", {"red": red, "red star": star})
        self.assertEqual(self.found(marked.here, star), [10])
        self.assertEqual(self.found(marked.here, red), [])

    def test_quoted_characters_are_found_over_line_breaks(self):
        marked = self.marked('It says "to be".', written="Atobe")
        seen = [place for place in marked.here if place != looks.NOWHERE]
        self.assertEqual([round(x * 100) for x, _ in seen], [1, 2, 3, 4])

    def test_a_quoted_word_is_no_article(self):
        marked = self.marked('It says "a b".', written="ab")
        self.assertEqual(self.found(marked.ahead, (0.0, 0.5)), [9])
        self.assertEqual(self.found(marked.ahead, (0.01, 0.5)), [11])

    def test_a_text_written_twice_is_not_looked_for(self):
        marked = self.marked('It says "no".', written="nono")
        self.assertEqual(set(marked.here), {looks.NOWHERE})

    def test_an_answer_looks_back_at_what_it_is_about(self):
        sights = looks.Sights({"cat": (0.1, 0.1), "dog": (0.9, 0.9)})
        question = looks.Span("Is the cat left of the dog?", 0, ["Is", " the", " cat", " left", " of the", " dog", "?"])
        answer = looks.Span("The dog is not.", 8, ["The", " dog", " is", " not", "."])
        marked = looks.Looks()
        marked.extend(14)
        looks.mark_turn(marked, question, answer, sights)
        nothing = looks.NO_TOKEN
        self.assertEqual(
            marked.recalled[7:13], [(2, 5), (2, 5), (nothing, nothing), (9, nothing), (9, nothing), (9, nothing)]
        )

    def test_a_copied_answer_knows_where_it_comes_from(self):
        passage = looks.Span("It is in the garden.", 0, ["It", " is", " in", " the", " garden", "."])
        answer = looks.Span("The garden.", 8, ["The", " garden", "."])
        marked = looks.Looks()
        marked.extend(11)
        looks.mark_copied(marked, passage, answer)
        self.assertEqual(marked.sources[7:10], [3, 4, looks.NO_TOKEN])

    def test_what_the_passage_says_twice_has_no_source(self):
        passage = looks.Span("a b a", 0, list("a b a"))
        marked = looks.Looks()
        marked.extend(8)
        looks.mark_copied(marked, passage, looks.Span("A.", 6, ["A", "."]))
        self.assertEqual(set(marked.sources), {looks.NO_TOKEN})


class TalkTest(unittest.TestCase):
    def test_a_question_has_one_answer(self):
        questions = [question.lower() for asked, _ in talk.TALK for question in asked]
        self.assertEqual(len(questions), len(set(questions)))


class SamplesTest(unittest.TestCase):
    def setUp(self):
        self.folder = ROOT / "resources" / "samples"
        self.rows = json.loads((self.folder / "captions.json").read_text(encoding="utf-8"))

    def test_every_picture_has_a_caption(self):
        pictures = sorted(path.name for path in self.folder.glob("*.png"))
        self.assertEqual(sorted(row["file"] for row in self.rows), pictures)

    def test_what_is_shown_is_taught(self):
        taught = {form for thing in names.TAUGHT for form in (thing.name, names.plural(thing.name))}
        kinds = {"one": 1, "two": 2, "many": 1}
        for row in self.rows:
            count = kinds.get(row["file"].split("-")[0])
            if count:
                found = [noun for noun in taught if re.search(rf"\b{noun}\b", row["caption"])]
                self.assertGreaterEqual(len(found), count, row)


if __name__ == "__main__":
    unittest.main()
