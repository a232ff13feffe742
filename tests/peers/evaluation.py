"""Lets lm-eval-harness measure a server of ours by its local-completions client, and compares with transformers.

    evaluation.py [VIGNETTE_CLI]

Run by `./dev test-peers`, which installs the harness. The model is tests/data/models/tiny-llama with a letter for
each token, the task a few questions with two answers each. `evaluation.py --record`, which needs torch, writes
evaluation.json: the log probabilities of the answers by transformers.
"""

import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
RECORD = HERE / "evaluation.json"
QUESTIONS = [("The sun is", ["hot.", "a dog."]), ("Which one is a bird?", ["heron", "stone"]),
             ("a b c d e f", ["g", "x y z"]), ("one two three four five six seven", ["eight", "nine, ten!"])]
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,!?<>/Ġ"  # the last one is the space


def make_folder(folder):
    """tiny-llama with a tokenizer."""
    for name in ("config.json", "model.safetensors"):
        shutil.copy(HERE.parent / "data/models/tiny-llama" / name, folder)
    special = ["<unk>", "<s>", "</s>"]
    vocabulary = {piece: number for number, piece in enumerate([*special, *LETTERS])}
    added = [{"id": vocabulary[piece], "content": piece, "special": True, "single_word": False, "lstrip": False,
              "rstrip": False, "normalized": False} for piece in special]
    (folder / "tokenizer.json").write_text(json.dumps({
        "version": "1.0", "added_tokens": added, "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "decoder": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "post_processor": None,
        "model": {"type": "BPE", "unk_token": "<unk>", "vocab": vocabulary, "merges": []}}))
    (folder / "tokenizer_config.json").write_text(json.dumps({
        "tokenizer_class": "PreTrainedTokenizerFast", "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}))


def record():
    import torch
    import transformers
    with tempfile.TemporaryDirectory() as folder:
        make_folder(pathlib.Path(folder))
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).requires_grad_(False)

        def measure(question, answer):
            begin = len(tokenizer.encode(question))
            ids = torch.tensor([tokenizer.encode(question + " " + answer)])
            odds = model(ids).logits.double().log_softmax(-1)[0, begin - 1:-1]
            return round(float(odds.gather(1, ids[0, begin:, None]).sum()), 5)

        RECORD.write_text(json.dumps([[measure(question, answer) for answer in answers]
                                      for question, answers in QUESTIONS]) + "\n")


class Evaluation(unittest.TestCase):
    def test_log_probabilities_are_those_of_transformers(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        os.environ |= {"HF_HOME": str(path / "hub"), "HF_HUB_OFFLINE": "1", "OPENAI_API_KEY": "any"}
        import lm_eval
        make_folder(path)
        (path / "questions.jsonl").write_text("".join(
            json.dumps({"question": question, "answers": answers}) + "\n" for question, answers in QUESTIONS))
        server = Server("--model", str(path), "--exact", "--cache-type", "fp32")  # as transformers computes
        self.addCleanup(server.end)

        found = lm_eval.simple_evaluate(
            model="local-completions", batch_size=2, log_samples=True, bootstrap_iters=0, tasks=[{
                "task": "questions", "dataset_path": "json", "test_split": "test",
                "dataset_kwargs": {"data_files": {"test": str(path / "questions.jsonl")}},
                "output_type": "multiple_choice", "doc_to_text": "{{question}}", "doc_to_choice": "{{answers}}",
                "doc_to_target": 0, "metric_list": [{"metric": "acc"}]}],
            model_args={"model": server.models[0], "base_url": server.url + "/completions", "tokenizer": str(path),
                        "tokenizer_backend": "huggingface", "num_concurrent": 1, "max_length": 512})

        expected = json.loads(RECORD.read_text())
        samples = sorted(found["samples"]["questions"], key=lambda sample: sample["doc_id"])
        measured = [[float(answer[0]) for answer in sample["filtered_resps"]] for sample in samples]
        self.assertEqual([len(row) for row in measured], [len(row) for row in expected])
        for row, wanted in zip(measured, expected):
            for one, other in zip(row, wanted):
                self.assertAlmostEqual(one, other, delta=1e-3)
        right = sum(row.index(max(row)) == 0 for row in expected) / len(expected)
        self.assertAlmostEqual(found["results"]["questions"]["acc,none"], right)


if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        sys.exit(record())
    from served import Server
    unittest.main(warnings="ignore")
