"""Asks a server of ours with the clients that other people wrote: OpenAI's own and LiteLLM.

Run by `./dev test-peers`, which installs them. Starts vignette-cli serve itself, with the built-in model, and with
the model that calls tools and the one that makes vectors if VIGNETTE_FIXTURES has them.
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import unittest

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else it asks a host on the net as it is loaded
import litellm  # noqa: E402
import openai  # noqa: E402

litellm.suppress_debug_info = True

ROOT = pathlib.Path(__file__).parents[2]
CLI = sys.argv.pop(1) if len(sys.argv) > 1 else str(ROOT / "build/release/bin/vignette-cli")
FIXTURES = os.environ.get("VIGNETTE_FIXTURES")
SCHEMA = {"type": "object", "properties": {"colour": {"enum": ["red", "blue"]}}, "required": ["colour"],
          "additionalProperties": False}
TOOL = {"name": "look_up", "description": "Looks a word up.", "parameters": {
    "type": "object", "properties": {"word": {"enum": ["heron", "stork"]}}, "required": ["word"],
    "additionalProperties": False}}


class Server:
    """vignette-cli serve on a free port, for as long as the tests of a class run."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([CLI, "serve", "--port", "0", *arguments], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline().strip()
        if not line.startswith("Listening on "):
            raise RuntimeError(f"no address: {line!r}")
        self.url = line.removeprefix("Listening on ") + "/v1"
        self.client = openai.OpenAI(base_url=self.url, api_key="any", max_retries=0)
        self.models = [model.id for model in self.client.models.list()]

    def end(self):
        self.process.terminate()
        with self.process.stdout:
            return self.process.wait(20)


class OpenAiClient(unittest.TestCase):
    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.arguments)
        cls.client = cls.server.client
        cls.model = cls.server.models[0]

    @classmethod
    def tearDownClass(cls):
        assert cls.server.end() == 0

    def chat(self, text="Hello", **fields):
        fields.setdefault("max_tokens", 16)
        return self.client.chat.completions.create(model=self.model, messages=[{"role": "user", "content": text}],
                                                   **fields)

    def test_chat(self):
        answer = self.chat()
        self.assertTrue(answer.choices[0].message.content)
        self.assertIn(answer.choices[0].finish_reason, ("stop", "length"))
        self.assertEqual(answer.usage.total_tokens, answer.usage.prompt_tokens + answer.usage.completion_tokens)

    def test_stream(self):
        whole = self.chat().choices[0].message.content
        chunks = list(self.chat(stream=True, stream_options={"include_usage": True}))
        told = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
        self.assertEqual(told, whole)
        self.assertGreater(chunks[-1].usage.completion_tokens, 0)

    def test_schema(self):
        answer = self.chat(max_tokens=200, response_format={
            "type": "json_schema", "json_schema": {"name": "colour", "strict": True, "schema": SCHEMA}})
        self.assertIn(json.loads(answer.choices[0].message.content)["colour"], ("red", "blue"))

    def test_json_object(self):
        answer = self.chat(max_tokens=300, response_format={"type": "json_object"})
        if answer.choices[0].finish_reason == "stop":
            self.assertIsInstance(json.loads(answer.choices[0].message.content), dict)

    def test_logprobs(self):
        answer = self.chat(max_tokens=4, logprobs=True, top_logprobs=2)
        tokens = answer.choices[0].logprobs.content
        self.assertTrue(tokens)
        self.assertTrue(all(len(token.top_logprobs) == 2 and token.logprob <= 0 for token in tokens))

    def test_forced_tool(self):
        for choice in ("required", {"type": "function", "function": {"name": "look_up"}}):
            answer = self.chat(max_tokens=200, tools=[{"type": "function", "function": TOOL}], tool_choice=choice)
            call = answer.choices[0].message.tool_calls[0]
            self.assertEqual((call.function.name, answer.choices[0].finish_reason), ("look_up", "tool_calls"))
            self.assertIn(json.loads(call.function.arguments)["word"], ("heron", "stork"))

    def test_settings(self):
        answers = self.chat(n=2, seed=3, temperature=1.5, top_p=0.9, presence_penalty=0.5, frequency_penalty=0.5,
                            logit_bias={"5": -100}, stop=["\n\n"], max_completion_tokens=8)
        self.assertEqual(len(answers.choices), 2)

    def test_completions(self):
        answer = self.client.completions.create(model=self.model, prompt="A heron", max_tokens=6, echo=True)
        self.assertTrue(answer.choices[0].text.startswith("A heron"))
        stream = self.client.completions.create(model=self.model, prompt="A heron", max_tokens=6, stream=True)
        self.assertEqual("A heron" + "".join(chunk.choices[0].text for chunk in stream), answer.choices[0].text)

    def test_responses(self):
        answer = self.client.responses.create(model=self.model, input="Hello", max_output_tokens=16)
        self.assertTrue(answer.output_text)
        told = [event for event in self.client.responses.create(model=self.model, input="Hello", max_output_tokens=16,
                                                                stream=True)]
        self.assertEqual("".join(event.delta for event in told if event.type == "response.output_text.delta"),
                         answer.output_text)
        self.assertIn(told[-1].type, ("response.completed", "response.incomplete"))

    def test_responses_with_a_tool(self):
        answer = self.client.responses.create(model=self.model, input="Hello", tools=[{"type": "function", **TOOL}],
                                              tool_choice="required")
        self.assertEqual(answer.output[0].type, "function_call")

    def test_errors(self):
        with self.assertRaises(openai.NotFoundError) as unknown:
            self.client.chat.completions.create(model="none", messages=[{"role": "user", "content": "Hi"}])
        self.assertEqual(unknown.exception.code, "model_not_found")
        with self.assertRaises(openai.BadRequestError) as wrong:
            self.chat(temperature=9)
        self.assertEqual(wrong.exception.param, "temperature")
        with self.assertRaises(openai.BadRequestError) as long:
            self.chat("word " * 50_000)
        self.assertEqual(long.exception.code, "context_length_exceeded")

    def test_litellm(self):
        options = dict(model="openai/" + self.model, api_base=self.server.url, api_key="any",
                       messages=[{"role": "user", "content": "Hello"}], max_tokens=16)
        whole = litellm.completion(**options).choices[0].message.content
        self.assertTrue(whole)
        chunks = litellm.completion(stream=True, **options)
        self.assertEqual("".join(chunk.choices[0].delta.content or "" for chunk in chunks), whole)
        call = litellm.completion(tools=[{"type": "function", "function": TOOL}], tool_choice="required",
                                  **{**options, "max_tokens": 200}).choices[0].message.tool_calls[0]
        self.assertEqual(call.function.name, "look_up")
        with self.assertRaises(litellm.NotFoundError):
            litellm.completion(**{**options, "model": "openai/none"})


class Pictures(OpenAiClient):
    """The built-in model sees."""

    def test_picture(self):
        picture = base64.b64encode((ROOT / "resources/samples/one-1.png").read_bytes()).decode()
        answer = self.client.chat.completions.create(model=self.model, messages=[{"role": "user", "content": [
            {"type": "image_url", "image_url": {"url": "data:image/png;base64," + picture}},
            {"type": "text", "text": "Describe the image."}]}])
        self.assertGreater(len(answer.choices[0].message.content), 10)

    def test_document(self):
        text = base64.b64encode(b"The heron stands in the water.").decode()
        answer = self.client.chat.completions.create(model=self.model, max_tokens=8, messages=[{
            "role": "user", "content": [
                {"type": "file", "file": {"filename": "a.txt", "file_data": "data:text/plain;base64," + text}},
                {"type": "text", "text": "What stands there?"}]}])
        self.assertGreater(answer.usage.prompt_tokens, 10)


@unittest.skipUnless(FIXTURES, "VIGNETTE_FIXTURES names no folder of models")
class Vectors(unittest.TestCase):
    """A model that makes vectors, beside the built-in one."""

    def test_embeddings(self):
        server = Server("--embedding", str(pathlib.Path(FIXTURES) / "models/bert"))
        self.assertEqual(len(server.models), 2)
        answer = server.client.embeddings.create(model=server.models[1], input=["A heron", "A stork"])
        self.assertEqual([each.index for each in answer.data], [0, 1])
        self.assertAlmostEqual(sum(number * number for number in answer.data[0].embedding), 1, places=3)
        plain = server.client.embeddings.create(model=server.models[1], input="A heron", encoding_format="float")
        for one, other in zip(plain.data[0].embedding, answer.data[0].embedding):
            self.assertAlmostEqual(one, other, places=5)
        lite = litellm.embedding(model="openai/" + server.models[1], input=["A heron"], api_base=server.url,
                                 api_key="any")
        self.assertEqual(len(lite.data[0]["embedding"]), len(plain.data[0].embedding))
        self.assertEqual(server.end(), 0)


@unittest.skipUnless(FIXTURES, "VIGNETTE_FIXTURES names no folder of models")
class ToolModel(OpenAiClient):
    """A model whose template does not tell it of tools: it can be made to call them all the same."""

    arguments = ("--model", str(pathlib.Path(FIXTURES or "") / "models/qwen3"))

    def test_tools_that_need_not_be_called(self):
        with self.assertRaises(openai.BadRequestError) as refused:
            self.chat(tools=[{"type": "function", "function": TOOL}], tool_choice="auto")
        self.assertEqual(refused.exception.param, "tools")


del OpenAiClient  # it is run as what is made of it

if __name__ == "__main__":
    unittest.main(warnings="ignore")  # those of LiteLLM's types fill pages
