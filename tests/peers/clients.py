"""Asks a server of ours with the clients that other people wrote: OpenAI's and Anthropic's own, and LiteLLM.

Run by `./dev test-peers`, which installs them. Starts vignette-cli serve itself, with the built-in model, and with
the model that calls tools and the one that makes vectors if VIGNETTE_FIXTURES has them.
"""

import base64
import json
import os
import pathlib
import unittest

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else it asks a host on the net as it is loaded
import anthropic  # noqa: E402
import litellm  # noqa: E402
import openai  # noqa: E402
from served import ROOT, Parrot, Server  # noqa: E402

litellm.suppress_debug_info = True

FIXTURES = os.environ.get("VIGNETTE_FIXTURES", "").split(":")[0]
PICTURE = base64.b64encode((ROOT / "resources/samples/one-1.png").read_bytes()).decode()
SCHEMA = {"type": "object", "properties": {"colour": {"enum": ["red", "blue"]}}, "required": ["colour"],
          "additionalProperties": False}
TOOL = {"name": "look_up", "description": "Looks a word up.", "parameters": {
    "type": "object", "properties": {"word": {"enum": ["heron", "stork"]}}, "required": ["word"],
    "additionalProperties": False}}


def openai_client(server):
    return openai.OpenAI(base_url=server.url, api_key="any", max_retries=0)


class OpenAiClient(unittest.TestCase):
    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.arguments)
        cls.client = openai_client(cls.server)
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
        answer = self.client.chat.completions.create(model=self.model, messages=[{"role": "user", "content": [
            {"type": "image_url", "image_url": {"url": "data:image/png;base64," + PICTURE}},
            {"type": "text", "text": "Describe the image."}]}])
        self.assertGreater(len(answer.choices[0].message.content), 10)

    def test_document(self):
        text = base64.b64encode(b"The heron stands in the water.").decode()
        answer = self.client.chat.completions.create(model=self.model, max_tokens=8, messages=[{
            "role": "user", "content": [
                {"type": "file", "file": {"filename": "a.txt", "file_data": "data:text/plain;base64," + text}},
                {"type": "text", "text": "What stands there?"}]}])
        self.assertGreater(answer.usage.prompt_tokens, 10)


class AnthropicClient(unittest.TestCase):
    """The built-in model, asked by Anthropic's client."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.client = anthropic.Anthropic(base_url=cls.server.root, api_key="any", max_retries=0)

    @classmethod
    def tearDownClass(cls):
        assert cls.server.end() == 0

    def fields(self, content="Hello", **more):
        return {"model": self.server.models[0], "max_tokens": 16, "messages": [{"role": "user", "content": content}],
                **more}

    def ask(self, *content, **more):
        return self.client.messages.create(**self.fields(*content, **more))

    def test_message(self):
        answer = self.ask(system="Be brief.", thinking={"type": "disabled"})
        self.assertEqual([block.type for block in answer.content], ["text"])
        self.assertTrue(answer.content[0].text)
        self.assertIn(answer.stop_reason, ("end_turn", "max_tokens"))
        counted = self.client.messages.count_tokens(system="Be brief.", model=self.server.models[0],
                                                    messages=[{"role": "user", "content": "Hello"}])
        self.assertEqual(counted.input_tokens,
                         answer.usage.input_tokens + (answer.usage.cache_read_input_tokens or 0))

    def test_stream(self):
        whole = self.ask().content[0].text
        with self.client.messages.stream(**self.fields()) as stream:
            self.assertEqual("".join(stream.text_stream), whole)
            self.assertEqual(stream.get_final_message().content[0].text, whole)

    def test_picture(self):
        answer = self.ask([{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}},
                           {"type": "text", "text": "Describe the image."}], max_tokens=100)
        self.assertGreater(len(answer.content[0].text), 10)

    def test_forced_tool(self):
        tool = {"name": TOOL["name"], "description": TOOL["description"], "input_schema": TOOL["parameters"]}
        for choice in ({"type": "any"}, {"type": "tool", "name": "look_up"}):
            answer = self.ask(max_tokens=200, tools=[tool], tool_choice=choice)
            self.assertEqual((answer.content[-1].type, answer.stop_reason), ("tool_use", "tool_use"))
            self.assertIn(answer.content[-1].input["word"], ("heron", "stork"))

    def test_errors(self):
        with self.assertRaises(anthropic.NotFoundError):
            self.ask(model="none")
        with self.assertRaises(anthropic.BadRequestError):
            self.ask(extra_body={"temperature": 9})


class Parrots(unittest.TestCase):
    """Models that always say the same, whose templates tell of tools or of thinking."""

    def test_tools(self):
        parrot = Parrot('<tool_call>\n{"name": "look_up", "arguments": {"word": "heron"}}\n</tool_call>')
        server = Server("--model", str(parrot.path))
        fields = dict(model=server.models[0], messages=[{"role": "user", "content": "Hi"}])
        tools = [{"type": "function", "function": TOOL}]
        chat = openai_client(server).chat.completions
        for client in (lambda **more: chat.create(tools=tools, **fields, **more),
                       lambda **more: litellm.completion(
                           tools=tools, **{**fields, "model": "openai/" + fields["model"]}, api_base=server.url,
                           api_key="any", **more)):
            call = client().choices[0].message.tool_calls[0].function
            self.assertEqual((call.name, json.loads(call.arguments)), ("look_up", {"word": "heron"}))
            deltas = [chunk.choices[0].delta for chunk in client(stream=True) if chunk.choices]
            told = [call.function for delta in deltas for call in delta.tool_calls or []]
            self.assertEqual(json.loads("".join(call.arguments or "" for call in told)), {"word": "heron"})
        self.assertEqual(server.end(), 0)

    def test_thinking(self):
        parrot = Parrot("<think>mm</think>Hi", "{{ messages[0].content }}<|go|>{# <think> #}")
        server = Server("--model", str(parrot.path))
        fields = dict(model=server.models[0], messages=[{"role": "user", "content": "Hi"}])
        message = openai_client(server).chat.completions.create(**fields).choices[0].message
        self.assertEqual((message.content, message.reasoning_content.strip()), ("Hi", "mm"))
        client = anthropic.Anthropic(base_url=server.root, api_key="any", max_retries=0)
        answer = client.messages.create(max_tokens=2000, thinking={"type": "enabled", "budget_tokens": 1024}, **fields)
        self.assertEqual([block.type for block in answer.content], ["thinking", "text"])
        self.assertEqual(server.end(), 0)


@unittest.skipUnless(FIXTURES, "VIGNETTE_FIXTURES names no folder of models")
class Vectors(unittest.TestCase):
    """A model that makes vectors, beside the built-in one."""

    def test_embeddings(self):
        server = Server("--embedding", str(pathlib.Path(FIXTURES) / "models/bert"))
        client = openai_client(server)
        self.assertEqual(len(server.models), 2)
        answer = client.embeddings.create(model=server.models[1], input=["A heron", "A stork"])
        self.assertEqual([each.index for each in answer.data], [0, 1])
        self.assertAlmostEqual(sum(number * number for number in answer.data[0].embedding), 1, places=3)
        plain = client.embeddings.create(model=server.models[1], input="A heron", encoding_format="float")
        for one, other in zip(plain.data[0].embedding, answer.data[0].embedding):
            self.assertAlmostEqual(one, other, places=5)
        lite = litellm.embedding(model="openai/" + server.models[1], input=["A heron"], api_base=server.url,
                                 api_key="any")
        self.assertEqual(len(lite.data[0]["embedding"]), len(plain.data[0].embedding))
        self.assertEqual(server.end(), 0)


@unittest.skipUnless(FIXTURES, "VIGNETTE_FIXTURES names no folder of models")
class ToolModel(OpenAiClient):
    """A model whose template does not tell it of tools: it can be made to call them all the same."""

    arguments = ("--model", str(pathlib.Path(FIXTURES) / "models/qwen3"))

    def test_tools_that_need_not_be_called(self):
        with self.assertRaises(openai.BadRequestError) as refused:
            self.chat(tools=[{"type": "function", "function": TOOL}], tool_choice="auto")
        self.assertEqual(refused.exception.param, "tools")


del OpenAiClient  # it is run as what is made of it

if __name__ == "__main__":
    unittest.main(warnings="ignore")  # those of LiteLLM's types fill pages
