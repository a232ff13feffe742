"""How well the model does each task, on scenes that are never drawn in training.

What else is held out is said in the tasks' names: some glyphs without a name, some wordings of passages. Words on signs
come from the list that training draws from, and small talk is asked in training's own words.
"""

import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random

import torch

from .answering import answers
from .glyphs import UNNAMED_GLYPHS, UNSEEN_GLYPHS, one_of
from .model import Starter, load
from .names import NOT_SURE
from .scenes import charts, counting, objects, plates, receipts, shapes, signs, unnamed, windows
from .scenes.example import DESCRIBE, READ, Example, Turn
from .texts import passages, talk
from .tokenizer import Tokenizer

Result = dict[str, float]  # a measure's name and value


@dataclass
class Case:
    example: Example | None
    question: str
    expected: str


@dataclass(frozen=True)
class Task:
    name: str
    draw: Callable[[Random], Example | list[Turn]]
    asks: Callable[[str], bool] = lambda question: True  # which of the drawn questions belong to the task


def describes(question: str) -> bool:
    return question in DESCRIBE


def reads(question: str) -> bool:
    return question in READ


def starting(*beginnings: str) -> Callable[[str], bool]:
    return lambda question: question.startswith(beginnings)


def asks_for_background(question: str) -> bool:
    return "the background" in question


def asks_for_colour_of_a_shape(question: str) -> bool:
    return question.startswith(("What colour is the", "What color is the")) and not asks_for_background(question)


def kind_drawn_in_training(rng: Random) -> Example:
    return unnamed.draw(rng, one_of(UNNAMED_GLYPHS), alone=True)


def never_drawn_in_training(rng: Random) -> Example:
    return unnamed.draw(rng, one_of(UNSEEN_GLYPHS), alone=True)


def unseen_passage(rng: Random, answerable: bool) -> list[Turn]:
    return passages.draw(rng, answerable, passages.UNSEEN_TEMPLATES)[:1]


def counted_things(rng: Random) -> Example:
    return counting.draw(rng, rng.randint(1, 5))


def several_objects(rng: Random) -> Example:
    return objects.draw(rng, rng.randint(2, 3))


def several_shapes(rng: Random) -> Example:
    return shapes.draw(rng, rng.randint(2, 4))


TASKS = [
    Task("caption: one object", lambda rng: objects.draw(rng, 1), describes),
    Task("caption: two objects", lambda rng: objects.draw(rng, 2), describes),
    Task("caption: three objects", lambda rng: objects.draw(rng, 3), describes),
    Task("caption: shapes with colours", lambda rng: shapes.draw(rng, rng.randint(1, 4)), describes),
    Task("colour of a shape", several_shapes, asks_for_colour_of_a_shape),
    Task("shape of a colour", several_shapes, starting("What shape is")),
    Task("how many of one kind, 1 to 5", counted_things, starting("How many", "Count")),
    Task("how many objects", objects.draw, starting("How many")),
    Task("how many shapes, 1 to 5", shapes.draw, starting("How many")),
    Task("what is left or right of", several_objects, starting("What is to the")),
    Task("is it left or right of: yes or no", several_objects, starting("Is the ")),
    Task("where in the picture", several_objects, starting("Where is", "In which part")),
    Task("is there a …", objects.draw, starting("Is there")),
    Task("colour of the background", objects.draw, asks_for_background),
    Task("reading one word", lambda rng: signs.draw(rng, 1), reads),
    Task("reading two words", lambda rng: signs.draw(rng, 2), reads),
    Task("reading three words", lambda rng: signs.draw(rng, 3), reads),
    Task("reading four words", lambda rng: signs.draw(rng, 4), reads),
    Task("number plate", plates.draw, reads),
    Task("total of a receipt", receipts.draw, starting("What is the total", "How much is it")),
    Task("tallest bar of a chart", charts.draw, starting("Which bar is the tallest", "Which bar is the highest")),
    Task("button of a window", windows.draw, starting("What does the button", "What is on the button")),
    Task("thing without a name, its kind drawn in training", kind_drawn_in_training, describes),
    Task("thing without a name, never drawn in training", never_drawn_in_training, describes),
    Task("clutter like a photograph", unnamed.draw_clutter, describes),
    Task("passage: answered in it", lambda rng: passages.draw(rng, answerable=True)[:1]),
    Task("passage: not answered in it", lambda rng: passages.draw(rng, answerable=False)[:1]),
    Task("passage of unseen sentences: answered in it", lambda rng: unseen_passage(rng, answerable=True)),
    Task("passage of unseen sentences: not answered in it", lambda rng: unseen_passage(rng, answerable=False)),
    Task("small talk", lambda rng: talk.draw(rng)[:1]),
]  # fmt: skip


def cases(task: Task, count: int) -> list[Case]:
    """Seeded with the task's name, so every model meets the same ones."""
    rng = Random(f"evaluation of {task.name}")
    found: list[Case] = []
    while len(found) < count:
        drawn = task.draw(rng)
        example = drawn if isinstance(drawn, Example) else None
        turns = example.turns if example else drawn
        fitting = [turn for turn in turns if task.asks(turn[0])]
        if fitting:
            found.append(Case(example, *fitting[0]))
    return found


def measure(task: Task, asked: list[Case], answered: list[str]) -> Result:
    """Shares: whole answers right; answers that say "not sure"; for captions, those with all names; for reading,
    characters wrong."""
    pairs = list(zip(asked, answered))
    result = {"cases": len(pairs), "exact": mean(answer == case.expected for case, answer in pairs)}
    if asked[0].example:
        result["says not sure"] = mean(NOT_SURE in answer for _, answer in pairs)
    if task.asks is describes and asked[0].example.names:
        result["all named"] = mean(names_all(answer, case.example.names) for case, answer in pairs)
    if task.asks is reads:
        wrong = sum(edit_distance(quoted(answer), quoted(case.expected)) for case, answer in pairs)
        result["character error rate"] = wrong / sum(len(quoted(case.expected)) for case in asked)
    return result


def names_all(answer: str, names: list[str]) -> bool:
    """Whether every name stands in the answer as whole words of its own: "ant" does not stand in "elephant"."""
    for name in sorted(names, key=len, reverse=True):
        answer, found = re.subn(rf"\b{re.escape(name)}\b", "", answer, count=1)
        if not found:
            return False
    return True


def mean(values) -> float:
    values = list(values)
    return sum(values) / len(values)


def quoted(answer: str) -> str:
    parts = answer.split('"')
    return parts[1] if len(parts) > 1 else answer


def edit_distance(one: str, other: str) -> int:
    """The least number of characters inserted, removed or replaced."""
    row = list(range(len(other) + 1))
    for index, character in enumerate(one, start=1):
        diagonal, row[0] = row[0], index
        for column, wanted in enumerate(other, start=1):
            best = min(row[column] + 1, row[column - 1] + 1, diagonal + (character != wanted))
            diagonal, row[column] = row[column], best
    return row[-1]


def evaluate(weights: Path, count: int, only: str = "", show_wrong: int = 0, processes: int = 1) -> dict[str, Result]:
    """Every task whose name contains `only`; prints a line each."""
    tasks = [index for index, task in enumerate(TASKS) if only in task.name]
    results = {}
    with ProcessPoolExecutor(processes, get_context("spawn"), prepare, (weights,)) as pool:
        for index, (result, wrong) in zip(tasks, pool.map(evaluate_task, tasks, repeat(count))):
            results[TASKS[index].name] = result
            print(line(TASKS[index].name, result), flush=True)
            for question, answer, expected in wrong[:show_wrong]:
                print(f"    {question} -> {answer} (expected: {expected})")
    return results


# The model of a process of the evaluation.
prepared: list[Starter] = []


def prepare(weights: Path) -> None:
    torch.set_num_threads(1)
    starter = Starter(Tokenizer())
    load(starter, weights)
    prepared.append(starter)


def evaluate_task(index: int, count: int) -> tuple[Result, list[tuple[str, str, str]]]:
    """The measures, and (question, answer, expected) of what was answered otherwise."""
    task = TASKS[index]
    asked = cases(task, count)
    rng = Random(f"picture forms of {task.name}")
    answered = list(answers(prepared[0], Tokenizer(), rng, [(case.example, case.question) for case in asked]))
    pairs = zip(asked, answered)
    wrong = [(case.question, answer, case.expected) for case, answer in pairs if answer != case.expected]
    return measure(task, asked, answered), wrong


def line(name: str, result: Result) -> str:
    further = "; ".join(f"{key} {value:.1%}" for key, value in result.items() if key not in ("cases", "exact"))
    return f"| {name} | {result['cases']} | {result['exact']:.1%} | {further} |"


HEAD = "| task | cases | exact | further |\n|---|---|---|---|"


def store(results: dict[str, Result], weights: str, file: Path) -> None:
    content = {"weights": weights, "date": time.strftime("%Y-%m-%d"), "tasks": results}
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
