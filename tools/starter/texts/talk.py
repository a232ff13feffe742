"""Small talk, and honest answers about what the model cannot do."""

from random import Random

from .passages import Turn

GREETING = "Hello! Show me a picture or give me a short text."
WHAT_IT_CAN = (
    "I am a tiny starter model. I can describe simple pictures, read short text in them and answer questions about a "
    "short passage."
)
TOO_SMALL = "Sorry, I am too small for that. I can describe simple pictures and answer questions about a short text."
NO_PICTURE = "There is no picture yet. Please add one."

TALK: list[tuple[list[str], str]] = [
    (["Hello", "Hi", "Hi there!", "Hello!", "Good morning", "Good evening", "Hey", "Hi!"], GREETING),
    (["What can you do?", "Help", "What are you?", "Who are you?", "What do you know?"], WHAT_IT_CAN),
    (["Thank you", "Thanks!", "Thanks a lot", "Thank you very much", "Great, thanks"], "You are welcome."),
    (["Bye", "Goodbye", "See you", "Good night"], "Goodbye!"),
    (
        [
            "Write a poem.", "Write me a story.", "Translate this.", "Write some code.", "What is the meaning of life?",
            "Who is the president?", "Solve this equation.", "What is the capital of France?", "Tell me a joke.",
            "What is the weather today?", "What is 17 times 23?", "Write an email to my boss.", "Who won the match?",
            "Explain quantum physics.", "Give me a recipe.", "What is the news?", "Draw a cat.",
            "How tall is Mount Everest?",
        ],
        TOO_SMALL,
    ),
    (
        [
            "What is in the picture?", "Describe the image.", "Read the text in the image.", "What is in this picture?",
            "What do you see?", "What does it say?", "Caption this image.", "How many objects are there?",
        ],
        NO_PICTURE,
    ),
]  # fmt: skip


def draw(rng: Random) -> list[Turn]:
    turns = []
    for _ in range(rng.randint(1, 3)):
        questions, answer = rng.choice(TALK)
        question = rng.choice(questions)
        turns.append((question.lower() if rng.random() < 0.2 else question, answer))
    return turns
