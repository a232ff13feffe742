"""The figures of filters_bench for llguidance: python filters_peer.py TOKENIZER.json FILE…

Prints one JSON object: times in microseconds of processor time, one for each mask and schema.
"""

import ctypes
import json
import sys
import time

from llguidance import LLMatcher, LLTokenizer


def microseconds_since(begin):
    return (time.thread_time_ns() - begin) / 1000


class Figures:
    def __init__(self):
        self.mask_us = []
        self.compile_us = []
        self.passed = 0
        self.refused = 0
        self.invalid_taken = 0


def try_text(matcher, tokens, mask, figures):
    def timed_mask():
        begin = time.thread_time_ns()
        matcher.unsafe_compute_mask_ptr(ctypes.addressof(mask), ctypes.sizeof(mask))
        figures.mask_us.append(microseconds_since(begin))

    for token in tokens:
        timed_mask()
        if not mask[token // 32] >> (token % 32) & 1 or not matcher.consume_token(token):
            return False
    timed_mask()
    return matcher.is_accepting()


def try_file(path, tokenizer, mask, figures):
    with open(path, encoding="utf-8") as file:
        case = json.load(file)
    schema = json.dumps(case["schema"], ensure_ascii=False)
    begin = time.thread_time_ns()
    try:
        matcher = LLMatcher(tokenizer, LLMatcher.grammar_from_json_schema(schema), log_level=0)
        refused = matcher.is_error()
    except ValueError:
        refused = True
    figures.compile_us.append(microseconds_since(begin))
    if refused:
        figures.refused += 1
        return
    is_right = True
    for test in case["tests"]:
        attempt = matcher.deep_copy()
        tokens = tokenizer.tokenize_str(test["text"])
        accepted = try_text(attempt, tokens, mask, figures)
        is_right = is_right and accepted == test["valid"]
        figures.invalid_taken += accepted and not test["valid"]
    figures.passed += is_right


def main():
    tokenizer = LLTokenizer(sys.argv[1])
    mask = (ctypes.c_uint32 * ((tokenizer.vocab_size + 31) // 32))()
    figures = Figures()
    for path in sys.argv[2:]:
        try_file(path, tokenizer, mask, figures)
    json.dump(figures.__dict__, sys.stdout)


if __name__ == "__main__":
    main()
