"""A passage of up to 150 words and questions about it, some of which it does not answer."""

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

from .slots import SLOTS

Turn = tuple[str, str]

NOT_SAID = "The text does not say."
LONGEST = 150  # words
BLANK = re.compile(r"\{([a-z]+)(\d?)\}")


@dataclass(frozen=True)
class Fact:
    sentence: str
    turns: list[Turn]


def read_facts(file_name: str) -> list[Fact]:
    """Lines of "sentence | question | answer | question | answer …"."""
    lines = (Path(__file__).parent / file_name).read_text(encoding="utf-8").splitlines()
    facts = []
    for line in lines:
        if not line.startswith("#"):
            sentence, *parts = (part.strip() for part in line.split("|"))
            facts.append(Fact(sentence, list(zip(parts[::2], parts[1::2]))))
    return facts


REAL_FACTS = read_facts("sentences.txt")
TEMPLATES = read_facts("templates.txt")
UNSEEN_TEMPLATES = read_facts("unseen_templates.txt")

# Sentences that answer nothing.
FILLERS = [
    "The weather was mild.", "Please keep this note.", "Everyone was very happy.", "More details will follow soon.",
    "Thank you for your attention.", "This is a short report.", "The road was quiet.", "It was a long day.",
    "We hope to hear from you soon.", "Nothing else was decided.", "The old plan is no longer valid.",
    "All of this may still change.", "A copy was sent to the office.", "There was some laughter.",
]  # fmt: skip

# Questions that no template answers.
UNANSWERABLE = [
    "What is the capital?", "How old is the manager?", "How tall is the tree?", "What colour is the car?",
    "Who is the king?", "What is the weather like?", "How far is the beach?", "Who painted the ceiling?",
    "What is the name of the ship?", "How many windows are there?", "Why was it cancelled?", "Who paid for it?",
]  # fmt: skip


def filled(rng: Random, template: Fact) -> Fact:
    """The template with its blanks filled."""
    values: dict[tuple[str, str], str] = {}
    for blank in BLANK.findall(template.sentence):
        while values.get(blank, "") in ("", *(value for other, value in values.items() if other != blank)):
            values[blank] = SLOTS[blank[0]](rng)

    def fill(text: str) -> str:
        return BLANK.sub(lambda match: values[match.groups()], text)

    turns = [(mend_article(fill(question)), mend_article(fill(answer))) for question, answer in template.turns]
    return Fact(mend_article(fill(template.sentence)), turns)


def mend_article(text: str) -> str:
    """ "a engineer" -> "an engineer"."""
    return re.sub(r"\ba (?=[aeio])", "an ", text)


def any_fact(rng: Random, templates: list[Fact]) -> Fact:
    """One of the templates; in training sometimes a real sentence."""
    if templates is TEMPLATES and rng.random() < 0.15:
        return rng.choice(REAL_FACTS)
    return filled(rng, rng.choice(templates))


def as_sentence(answer: str) -> str:
    """Every answer starts with a capital letter, save addresses."""
    return (answer if "@" in answer else answer[0].upper() + answer[1:]) + "."


def draw(rng: Random, answerable: bool | None = None, templates: list[Fact] = TEMPLATES) -> list[Turn]:
    """Two to five turns; the passage stands before the first question. `answerable` fixes the kind of that question."""
    facts = some_facts(rng, templates)
    sentences = [fact.sentence for fact in facts] + rng.sample(FILLERS, rng.randint(0, 2))
    rng.shuffle(sentences)
    passage = " ".join(sentences)

    asked = [question for fact in facts for question, _ in fact.turns]
    answered = [turn for fact in facts for turn in fact.turns if asked.count(turn[0]) == 1]
    turns = [(question, as_sentence(answer)) for question, answer in rng.sample(answered, min(3, len(answered)))]
    unanswered = unanswerable_questions(rng, passage, facts, templates)
    turns += [(question, NOT_SAID) for question in unanswered]
    rng.shuffle(turns)
    if answerable is not None:
        turns.sort(key=lambda turn: (turn[1] != NOT_SAID) != answerable)
    question, answer = turns[0]
    return [(introduced(rng, passage, question), answer), *turns[1:]]


def some_facts(rng: Random, templates: list[Fact]) -> list[Fact]:
    """One to twelve, mostly few, of at most LONGEST words together with two fillers."""
    facts: list[Fact] = []
    words = 16
    for _ in range(rng.choices(range(1, 13), [18, 22, 18, 12, 8, 6, 5, 4, 3, 2, 2, 2])[0]):
        fact = any_fact(rng, templates)
        words += len(fact.sentence.split())
        if words <= LONGEST and fact.sentence not in [known.sentence for known in facts]:
            facts.append(fact)
    return facts


def unanswerable_questions(rng: Random, passage: str, facts: list[Fact], templates: list[Fact]) -> list[str]:
    """One or two, mostly about other people, places and things of the same kind, so that only the passage can tell."""
    asked = {question for fact in facts for question, _ in fact.turns}
    questions: list[str] = []
    count = rng.randint(1, 2)
    while len(questions) < count:
        question = rng.choice(any_fact(rng, templates).turns)[0] if rng.random() < 0.8 else rng.choice(UNANSWERABLE)
        if question not in asked and not might_be_answered(question, passage, asked):
            questions.append(question)
            asked.add(question)
    return questions


def might_be_answered(question: str, passage: str, asked: set[str]) -> bool:
    """Whether somebody or something that the question names (its capitals and numbers) stands in the passage, or the
    question differs from an answered one only in a word that everybody would read over."""
    names = re.findall(r"(?<!^)\b[A-Z][a-z]+|\d+", question)
    if any(name in passage for name in names):
        return True
    words = set(question.lower().strip("?").split())
    return not names and any(len(words ^ set(other.lower().strip("?").split())) <= 2 for other in asked)


def introduced(rng: Random, passage: str, question: str) -> str:
    return rng.choice(
        [
            f"{passage}\n{question}",
            f"Text: {passage}\nQuestion: {question}",
            f"Read this: {passage}\n{question}",
            f"{passage}\n\n{question}",
        ]
    )
