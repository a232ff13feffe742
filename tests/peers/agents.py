#!/usr/bin/python3
"""Sends a server of ours what coding agents send, with a model that always calls the same tool.

    agents.py [VIGNETTE_CLI]

The bodies have the shape that the documentation and the sources of the agents show: every field, and tools of the
provider beside those of the agent. Python's own library only.
"""

import json
import unittest

from served import Parrot, Server


def call_of(name, arguments):
    return "<tool_call>\n" + json.dumps({"name": name, "arguments": arguments}) + "\n</tool_call>"


class Agent(unittest.TestCase):
    """One server for the tests of a class, whose model says `answer`."""

    @classmethod
    def setUpClass(cls):
        cls.parrot = Parrot(cls.answer)
        cls.server = Server("--model", str(cls.parrot.path), "--context", "16384")
        cls.model = cls.server.models[0]

    @classmethod
    def tearDownClass(cls):
        assert cls.server.end() == 0

    def send(self, path, body, headers=()):
        status, answer = self.server.post(path, {"model": self.model, **body}, headers)
        self.assertEqual(status, 200, answer)
        return answer


class Codex(Agent):
    """OpenAI's command line, by /v1/responses."""

    arguments = {"command": ["bash", "-lc", "ls"]}
    answer = call_of("shell", arguments)
    body = {
        "instructions": "You are a coding agent running in the Codex CLI, a terminal-based coding assistant.",
        "input": [
            {"type": "message", "role": "developer", "content": [
                {"type": "input_text", "text": "<permissions instructions>read-only</permissions instructions>"}]},
            {"type": "message", "role": "user", "content": [
                {"type": "input_text", "text": "<environment_context>\n  <cwd>/home/user</cwd>\n</environment_context>"}]},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "List the files."}]}],
        "tools": [
            {"type": "function", "name": "shell", "description": "Runs a shell command and returns its output.",
             "strict": False, "parameters": {
                 "type": "object", "properties": {
                     "command": {"type": "array", "items": {"type": "string"}, "description": "The command to execute"},
                     "workdir": {"type": "string"}, "timeout_ms": {"type": "number"}},
                 "required": ["command"], "additionalProperties": False}},
            {"type": "function", "name": "update_plan", "description": "Updates the task plan.", "strict": False,
             "parameters": {"type": "object", "properties": {"plan": {"type": "array", "items": {
                 "type": "object", "properties": {"step": {"type": "string"}, "status": {"type": "string"}},
                 "required": ["step", "status"], "additionalProperties": False}}},
                 "required": ["plan"], "additionalProperties": False}},
            {"type": "custom", "name": "apply_patch", "description": "Edits files.",
             "format": {"type": "grammar", "syntax": "lark", "definition": "start: \"*** Begin Patch\" LF"}},
            {"type": "web_search", "external_web_access": False}],
        "tool_choice": "auto", "parallel_tool_calls": False, "reasoning": {"effort": "medium", "summary": "auto"},
        "store": False, "stream": True, "include": ["reasoning.encrypted_content"],
        "prompt_cache_key": "0f1e2d3c-0000-4000-8000-000000000000", "text": {"verbosity": "medium"}}
    later = [
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "A listing is needed."}],
         "content": None, "encrypted_content": None},
        {"type": "function_call", "name": "shell", "arguments": json.dumps(arguments), "call_id": "call_1"},
        {"type": "function_call_output", "call_id": "call_1", "output": "a.txt\nb.txt"}]

    def check(self, body):
        events = self.send("/responses", body)
        self.assertEqual(events[-1]["type"], "response.completed")
        output = events[-1]["response"]["output"]
        calls = [item for item in output if item["type"] == "function_call"]
        self.assertEqual([(call["name"], json.loads(call["arguments"])) for call in calls], [("shell", self.arguments)])
        streamed = "".join(event["delta"] for event in events
                           if event["type"] == "response.function_call_arguments.delta")
        self.assertEqual(json.loads(streamed), self.arguments)
        done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
        self.assertIn("shell", [item.get("name") for item in done])
        return events[-1]["response"]

    def test_first_turn(self):
        response = self.check(self.body)
        self.assertIn("web_search", json.dumps(response.get("metadata")))

    def test_turn_after_a_call(self):
        self.check({**self.body, "input": self.body["input"] + self.later})

    def test_call_that_was_cut_off(self):
        broken = [self.later[0], {**self.later[1], "arguments": '{"command": ["ba'}, self.later[2]]
        self.check({**self.body, "input": self.body["input"] + broken})


class ClaudeCode(Agent):
    """Anthropic's command line, by /v1/messages."""

    arguments = {"command": "ls -la", "description": "Lists files"}
    answer = "I look.\n" + call_of("Bash", arguments)
    headers = {"anthropic-version": "2023-06-01", "anthropic-beta": "claude-code-20250219", "x-api-key": "any"}
    cached = {"cache_control": {"type": "ephemeral"}}
    body = {
        "max_tokens": 4096, "temperature": 1, "stream": True,
        "system": [{"type": "text", "text": "You are Claude Code, Anthropic's official CLI for Claude.", **cached},
                   {"type": "text", "text": "You are an interactive CLI tool.", **cached}],
        "messages": [{"role": "user", "content": [
            {"type": "text", "text": "<system-reminder>\nToday is Monday.\n</system-reminder>"},
            {"type": "text", "text": "List the files.", **cached}]}],
        "tools": [
            {"name": "Bash", "description": "Executes a bash command.", "input_schema": {
                "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {
                    "command": {"type": "string", "description": "The command to execute"},
                    "timeout": {"type": "number"}, "description": {"type": "string"},
                    "run_in_background": {"type": "boolean"}},
                "required": ["command"], "additionalProperties": False}},
            {"name": "Read", "description": "Reads a file.", "input_schema": {
                "type": "object", "properties": {"file_path": {"type": "string"}}, "required": ["file_path"],
                "additionalProperties": False}, **cached},
            {"type": "web_search_20250305", "name": "web_search", "max_uses": 8}],
        "metadata": {"user_id": "user_0_account__session_0"}}
    later = [
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "A listing is needed.", "signature": "c2lnbmVk"},
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": arguments}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "a.txt"}],
             "is_error": False, **cached},
            {"type": "text", "text": "<system-reminder>\nGo on.\n</system-reminder>"}]}]

    def check(self, body):
        events = self.send("/messages?beta=true", body, self.headers)
        self.assertEqual([events[0]["type"], events[-1]["type"]], ["message_start", "message_stop"])
        started = [event["content_block"] for event in events if event["type"] == "content_block_start"]
        self.assertEqual([(block["type"], block.get("name")) for block in started],
                         [("text", None), ("tool_use", "Bash")])
        told = "".join(event["delta"].get("partial_json", "") for event in events
                       if event["type"] == "content_block_delta")
        self.assertEqual(json.loads(told), self.arguments)
        end = next(event for event in events if event["type"] == "message_delta")
        self.assertEqual(end["delta"]["stop_reason"], "tool_use")

    def test_first_turn(self):
        self.check(self.body)

    def test_turn_after_a_call(self):
        self.check({**self.body, "messages": self.body["messages"] + self.later})

    def test_thinking(self):
        self.check({**self.body, "thinking": {"type": "enabled", "budget_tokens": 2048}})

    def test_count_tokens(self):
        body = {key: value for key, value in self.body.items()
                if key not in ("max_tokens", "temperature", "stream", "metadata")}
        self.assertGreater(self.send("/messages/count_tokens", body, self.headers)["input_tokens"], 50)


del Agent  # it is run as what is made of it

if __name__ == "__main__":
    unittest.main()
