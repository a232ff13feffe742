#!/usr/bin/env python3
"""Compares the template language with Jinja2, set up as transformers does it, by random templates.

templates.py PROGRAM [COUNT [SEED]]   PROGRAM is engine_templates_tests; COUNT is 20000 by default
templates.py --store FILE COUNT SEED  stores templates with Jinja2's results for the everyday tests

Needs the package jinja2. A template that Jinja2 renders must be rendered the same or rejected with a
message, which may happen to one of 50; one at which Jinja2 fails must fail.
"""
import copy
import datetime
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

NOW = datetime.datetime(2025, 3, 4, 5, 6, 7)


class Generation(jinja2.ext.Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_call"), [], [], body).set_lineno(line)

    def _call(self, caller):
        return caller()


def environment():
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols])

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    def raise_exception(message):
        raise jinja2.exceptions.TemplateError(message)

    made.filters["tojson"] = tojson
    made.globals["raise_exception"] = raise_exception
    made.globals["strftime_now"] = NOW.strftime
    return made


TOOLS = [
    {"type": "function", "function": {"name": "look_up", "description": "Finds a word.", "parameters": {
        "type": "object", "properties": {"word": {"type": "string"}, "most": {"type": ["integer", "null"], "maximum": 18446744073709551615}},
        "required": ["word"]}}},
    {"type": "function", "function": {"name": "now", "description": "Tells\nthe time.", "parameters": {"type": "object", "properties": {}}}},
]
VARIABLES = {
    "tools": TOOLS, "s": "hello World", "t": " a-b_c  d\n", "u": "Grüße ∑ 'x' \"y\" 🙂", "e": "", "html": "<a href='x'>&</a>",
    "csv": "a,b,,c", "num": "42", "n": 7, "z": 0, "neg": -3, "big": 18446744073709551615, "f": 2.5, "g": -0.125, "yes": True, "no": False,
    "nil": None, "l": [3, 1, 2], "words": ["pear", "Apple", "fig", "apple"], "empty": [], "mixed": [1, "a", None, True, 2.0, [1], {"k": 1}],
    "d": {"b": 1, "a": [1, 2], "items": "hidden", "Z z": None}, "o": {}, "pairs": [["a", 1], ["b", 2]],
    "rows": [{"r": "u", "c": 1, "x": {"y": "p"}}, {"r": "a", "c": 2}, {"r": "U", "c": 1, "x": {"y": "q"}}],
    "tree": [{"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}, {"v": 5, "kids": []}],
}
MESSAGES = [
    {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi <b>\n there"},
    {"role": "assistant", "content": "", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "look_up", "arguments": {"word": "heron", "most": 2}}}]},
    {"role": "tool", "content": "A bird.", "tool_call_id": "1"},
    {"role": "user", "content": [{"type": "text", "text": "And?"}, {"type": "image"}]},
]


# What Jinja documents, one template in a line.
DOCUMENTED = r"""
{% for item in tree recursive %}{{ loop.depth0 }}{{ item.v }}{% if item.kids %}({{ loop(item.kids) }}){% endif %}{{ ',' if not loop.last }}{% endfor %}
{% macro input(name, value='', type='text', size=20) -%}<input type="{{ type }}" name="{{ name }}" value="{{ value|e }}" size="{{ size }}">{%- endmacro %}{{ input('u') }}{{ input('p', type='password') }}
{% macro m() %}{{ varargs|join(',') }}|{{ kwargs.items()|list }}{% endmacro %}{{ m(1,2,a=3,*[4],**{'b':5}) }}
{% macro d(title, class='x') -%}<{{ class }}>{{ title }}{{ caller() }}{%- endmacro %}{% call d('Hi') %}body{% endcall %}
{% macro l(users) -%}{%- for u in users %}<{{ caller(u) }}>{%- endfor %}{%- endmacro %}{% call(u) l(words) %}{{ u|upper }}{% endcall %}
{{ words|batch(3, 'x')|list }}{{ words|slice(3)|map('list')|list }}{{ range(10)|slice(3, 'z')|list }}
{{ 'a b&c/d?é'|urlencode }} {{ {'q':'a b','z':'ü'}|urlencode }} {{ [('a',1),('b','x y')]|urlencode }}
{% set p = joiner('|') %}{% for x in l %}{{ p() }}{{ x }}{% endfor %}{% set row = cycler('odd','even') %}{% for x in l %}{{ row.next() }}{% endfor %}{{ row.current }}
{% block title %}T{% endblock %}{{ self.title() }}{% for x in l %}{% block body scoped %}{{ x }}{% endblock %}{% endfor %}
{% set x = 1 %}{% block b1 %}{{ x }}{% set x = 2 %}{{ x }}{% endblock %}{{ x }}
{{ '%.2f|%5d|%-5s|%05.1f|%+d|%x|%o|%e|%%' % (3.14159, 42, 'ab', 2.5, 7, 255, 8, 12345.678) }}
{{ '{:>10}|{:<10}|{:^10}|{:*^9}|{:+}|{:,}|{:.3f}|{:e}|{:%}|{:x}|{:#x}|{:08.2f}|{:b}'.format('a','b','c','d',5,1234567,3.14159,12345.6,0.256,255,255,3.14159,5) }}
{% for g in rows|groupby('c') %}{{ g.grouper }}:{{ g.list|map(attribute='r')|join }};{% endfor %}{% for c, items in rows|groupby('r') %}{{ c }}{{ items|length }}{% endfor %}
{% for x in [1,2,3] %}{% if x == 2 %}{% break %}{% endif %}{{ x }}{% else %}E{% endfor %}{% for x in [] %}{% else %}none{% endfor %}{% for x in [1,2] %}{% continue %}{% else %}E{% endfor %}
{{ 9223372036854775807 + 1 }} {{ 2**64 }} {{ -2**63 - 1 }} {{ 18446744073709551616 // 3 }} {{ 10**30 }} {{ 2**100 % 97 }} {{ '99999999999999999999'|int }}
{{ namespace(a=1) }}{% set ns = namespace(x={'y': [1]}) %}{{ ns.x.y[0] }}{% set ns.x = 5 %}{{ ns.x }}
{{ [1,2,3]|sum }} {{ [[1],[2]]|sum(start=[]) }} {{ words|min }} {{ words|max(case_sensitive=true) }} {{ rows|max(attribute='c') }}
{{ 1.0 }} {{ 1e100 }} {{ 1/3 }} {{ 0.1+0.2 }} {{ 1e15 }} {{ 1e16 }} {{ 123456789012345678 / 1 }} {{ 7 // 2.0 }} {{ -7 // 2 }} {{ 7 % -3 }} {{ 2 ** 0.5 }}
{{ d.items() }} {{ d.keys()|list }} {{ d.values() }} {{ range(3) }} {{ (1,) }} {{ {} }} {{ none }} {{ [true, none] }}
{{ 'abc'|list }} {{ d|list }} {{ {'b':1,'a':2}|dictsort }} {{ {'b':1,'A':2}|dictsort(true) }} {{ d|length }} {{ 'x'|first }} {{ [1,2]|last }}
{% filter upper|replace('A','b') %}aa{% endfilter %}{% set y %}{% for i in l %}{{ i }}{% endfor %}{% endset %}{{ y|length }}
{% with %}{% set q = 1 %}{{ q }}{% endwith %}{{ q is defined }}{% with a=1, b=2 %}{{ a+b }}{% endwith %}
{{ 'foo bar baz qux'|truncate(9) }}|{{ 'foo bar baz qux'|truncate(9, true) }}|{{ 'foo bar baz qux'|truncate(11) }}|{{ 'foo bar baz qux'|truncate(11, false, '...', 0) }}
{{ 'a\nb\n\nc'|indent }}|{{ 'a\nb'|indent(2, true) }}|{{ 'a\n\nb'|indent(2, blank=true) }}|{{ 'x'|center(9) }}|
{{ 42.55|round }} {{ 42.55|round(1, 'floor') }} {{ 2.5|round }} {{ 3.5|round|int }} {{ 1234|round(-2) }} {{ 5|round(2) }}
{{ '3.7'|int }} {{ 'x'|int(9) }} {{ '0x1f'|int(base=16) }} {{ '1_000'|int }} {{ ' 5 '|int }} {{ '1e3'|float }} {{ none|int }} {{ true|int }} {{ 'inf'|float }}
{{ [3,1,2]|sort }} {{ ['b','A','c']|sort }} {{ ['b','A']|sort(case_sensitive=true) }} {{ rows|sort(attribute='c,r')|map(attribute='r')|list }}
{{ [1,2,2,1]|unique|list }} {{ ['a','A']|unique|list }} {{ [1,none,'']|select|list }} {{ [1,2,3]|reject('odd')|list }} {{ rows|selectattr('x','defined')|list|length }}
{{ 5 is divisibleby 5 }} {{ 'a' is in 'abc' }} {{ 1 is sameas true }} {{ [] is iterable }} {{ {} is mapping }} {{ 'upper' is filter }} {{ 'odd' is test }} {{ 3 is number }} {{ true is integer }} {{ 1.0 is float }} {{ 'A' is upper }}
{{ '<a>'|e }} {{ '<a>'|safe }} {{ '<a>'|e|e }} {{ ('<'|safe) + '<' }} {{ 'x'|e is escaped }} {{ '<'|forceescape }} {{ ('%s'|safe) % '<' }} {{ '<'|safe ~ '<' }}
{{ {'a':1,'b':none,'c':'<'}|xmlattr }} {{ 1000000|filesizeformat }} {{ 1048576|filesizeformat(true) }} {{ "hello big world"|wordcount }}
{{ 'hello'[1:3] }} {{ 'hello'[::-1] }} {{ l[-1] }} {{ l[:2] }} {{ l[1:]|first }} {{ 'a,b'.split(',')[1] }} {{ ' x '.strip() }} {{ 'aXbX'.replace('X','-',1) }}
{{ 'abc'.find('c') }} {{ 'abc'.index('b') }} {{ 'abcabc'.rfind('b') }} {{ 'abc'.startswith(('x','a')) }} {{ 'x'.join(['1','2']) }} {{ 'a-b'.partition('-') }} {{ 'Ab'.swapcase() }} {{ '7'.zfill(3) }}
{{ "it's" | tojson }} {{ {'a':[1,2.5,none,true,'é\n<']}|tojson }} {{ {'b':1,'a':2}|tojson(sort_keys=true) }} {{ [1]|tojson(indent=4) }} {{ 'é'|tojson(ensure_ascii=true) }}
{%- set a, b = 1, 2 -%}{{ a }}{{ b }}{% set (c, d2) = [3, 4] %}{{ c }}{{ d2 }}
{{ 1 if false }}|{{ 1 if false else 2 if false else 3 }}|{{ not true or true and false }}|{{ 1 < 2 < 3 }}|{{ 'a' ~ 1 ~ none }}|{{ 3 * 'ab' }}|{{ [1] * 2 + [3] }}
{% raw %}{{ x }}{% endraw %}{# c #}{{ '{{' }}{{ "%}" }}
{% if l|selectattr('nope') %}T{% else %}F{% endif %}{{ (words|map('upper')) is sequence }}{{ words|map('length')|sum }}
{{ loop is defined }}{% for a in l %}{{ loop.index }}{% for b in l %}{{ loop.index }}{{ loop.depth }}{% endfor %}{% endfor %}
{{ dict(a=1)|items|list }} {{ dict([('x',1)]) }} {{ {1:2, 'a':3}.get(1) }} {{ d.get('zz', 'def') }} {{ d['b'] }} {{ d.nope is undefined }} {{ d.nope|default('D') }} {{ ''|default('E', true) }}
{{ strftime_now('%d %B %Y') }} {{ strftime_now('%j %U %W %V %G %u %w %y %I %p %f|%z|%Z|%%|%s'|replace('|%s','')) }} {{ strftime_now('%c|%x|%X|%D|%F|%T|%R|%h|%n|%t|%C|%e|%k|%l|%P|%r') }}
{% generation %}{{ 1 }}{% endgeneration %}{% print 5, 6 %}{% autoescape false %}{{ '<' }}{% endautoescape %}
{% for k, v in {'a': {'b': 1}}.items() recursive %}{{ k }}{% if v is mapping %}[{{ loop(v.items()) }}]{% endif %}{% endfor %}
{{ 0b101 }} {{ 0o17 }} {{ 0xFF }} {{ 1_000 }} {{ 1e3 }} {{ 1.5E-3 }} {{ '\x41\u00e9\n' }} {{ 'a' 'b' }}
{% for x in [1,2,3,4] if x is even %}{{ x }}{{ loop.index }}{{ loop.length }}{{ loop.last }}{% endfor %}{% set ns = namespace(f=false) %}{% for x in l if not ns.f %}{{ x }}{% set ns.f = true %}{% endfor %}
{% for x in l %}{{ loop.previtem }}-{{ loop.nextitem }};{{ loop.changed(x) }};{{ loop.cycle('a','b') }}{% endfor %}
{{ [1,2,3].index(2) }} {{ [1,1].count(1) }} {{ (1,2)[0] }} {{ 'abc'|reverse }} {{ [1,2]|reverse|list }} {{ 'hello world'|title }} {{ 'HELLO'|capitalize }} {{ 'ΑΣ'|lower }} {{ 'straße'|upper }}
{{ 'x' in d }} {{ 'b' in d }} {{ 1 in l }} {{ 'ell' in 'hello' }} {{ none in [none] }} {{ 2 not in l }} {{ l == [3,1,2] }} {{ (1,2) == [1,2] }} {{ 1 == 1.0 }} {{ 'a' != 'b' }}
{{ s|replace('l','L',1)|trim('h') }} {{ '  x '|trim }} {{ [1,[2,[3]]] }} {{ {'a':{'b':(1,)}} }} {{ 'a"b\'c' }} {{ ['a"b\'c', "\\", '\u200b', '\x7f', 'é'] }}
{{ m is defined }}{% macro outer() %}{{ inner() }}{% endmacro %}{% macro inner() %}I{% endmacro %}{{ outer() }}{{ outer.name }}{{ outer.arguments }}{{ outer }}
{{ 'a%sb' % 'x' }} {{ '%s %s' % ('a', 1) }} {{ '%(k)s' % {'k': 2} }} {{ '%r' % 'q' }} {{ '%s' % none }} {{ '%5.1f%%' % 99.55 }} {{ '%c' % 65 }} {{ '%s'|format('z') }} {{ '%d items'|format(3) }}
{{ l|tojson|safe }}{{ l|join(', ')|e }}{{ [1,2]|map('string')|join('-') }}{{ rows|map(attribute='x.y', default='?')|join }}{{ rows|map('tojson')|join(';') }}{{ [[1,2],[3]]|map('first')|list }}{{ [[3,1]]|map('sort', reverse=true)|list }}
{{ 'a'.upper().lower()[0] }} {{ 'abc'.__len__ is defined }} {{ [].append is defined }} {{ {}.update is defined }} {{ 5|string + 'x' }} {{ (5 ~ '')|length }} {{ 'a\tb'.expandtabs(4) }} {{ 'ab'.ljust(4) ~ '|' }} {{ 'x'.center(5,'*') }}
{{ '<p>Hi &amp; <b>you</b></p>  x'|striptags }}
{{ 'a b'|e|urlencode }}{{ 3|e }}{{ none|e }}{{ [1]|string|length }}
{{ 5.0|int }} {{ 5.9|int }} {{ -5.9|int }} {{ 3|abs }} {{ -3|abs }} {{ (-3)|abs }} {{ -2.5|abs }}
"""


class Writer:
    """Writes one random template. Most of its expressions have fitting types, so that most templates run."""

    def __init__(self, rng):
        self.rng = rng
        self.names = []  # variables set by the template
        self.macros = []
        self.loops = 0
        self.blocks = 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, share):
        return self.rng.random() < share

    # Expressions

    def any(self, depth):
        if self.chance(0.06) and self.names:
            return self.rng.choice(self.names)
        kind = self.pick(self.text, self.text, self.integer, self.number, self.truth, self.list, self.dict, self.odd)
        return kind(depth)

    def odd(self, depth):
        return self.pick("none", "missing", "nil", "missing.x", "d.nope", "rows[0].x", "rows[1].x", "mixed[6]", "mixed[-1].k", "loop", "messages[9]",
                         "range(3)", "range(5, 1, -2)", "d.items()", "d.keys()", "d.values()", "(1, 'a')", "()", "(n,)", "l[5]", "s[50]", "big")

    def quoted(self):
        return self.pick("'a'", "'b c'", '"it\'s"', "'x\\ny'", "''", "'ß'", "'Äé'", "'1,2,3'", "'<|im_end|>'", "'%'", "'{}'", "'A'", "'ab' 'cd'", "'\\t'", "'\\\\'", "'\\u00e9'", "' '")

    def text(self, depth):
        r, t = self.rng, self.text
        if depth <= 0:
            return self.pick("s", "t", "u", "e", "csv", "num", "html", "rows[0].r", "messages[1].content", "messages[0]['role']", "tools[0].function.name", self.quoted(), self.quoted(), "words[1]")
        d = depth - 1
        i = lambda: self.integer(d if self.chance(0.2) else 0)
        return self.pick(
            lambda: f"({t(d)} ~ {self.any(d)})",
            lambda: f"({t(d)} + {t(d)})",
            lambda: f"{t(d)}|{self.pick('upper', 'lower', 'title', 'capitalize', 'trim', 'string', 'e|string', 'length|string', 'wordcount|string', 'reverse', 'urlencode', 'forceescape', 'e', 'safe', 'safe|e', 'e|e', 'striptags')}",
            lambda: f"{t(d)}.{self.pick('upper', 'lower', 'title', 'strip', 'capitalize', 'swapcase', 'lstrip', 'rstrip', 'casefold', 'expandtabs')}()",
            lambda: f"{t(d)}.{self.pick('strip', 'lstrip', 'rstrip')}({self.quoted()})",
            lambda: f"{t(d)}.replace({self.quoted()}, {self.quoted()}{self.pick('', ', 1', ', -1', ', 0')})",
            lambda: f"{t(d)}|replace({self.quoted()}, {self.any(0)})",
            lambda: f"{t(d)}.{self.pick('center', 'ljust', 'rjust')}({self.pick('3', '12', '15', i())}{self.pick('', ', ' + chr(39) + '*' + chr(39))})",
            lambda: f"{t(d)}.zfill({self.pick('3', '14')})",
            lambda: f"{self.pick(t(0), 'num', '-3|string')}|center({self.pick('9', '20')})",
            lambda: f"{t(d)}[{self.slice()}]",
            lambda: f"{t(d)}[{self.pick('0', '-1', '2', '30')}]",
            lambda: f"{t(d)}.{self.pick('removeprefix', 'removesuffix')}({self.quoted()})",
            lambda: f"{t(d)}|truncate({self.pick('4', '6', '8', '11')}{self.pick('', ', true', ', false, ' + chr(39) + '~' + chr(39), ', leeway=0', ', true, ' + chr(39) + chr(39) + ', 0')})",
            lambda: f"{t(d)}|indent{self.pick('', '(2)', '(2, true)', '(first=true)', '(1, false, true)', '(' + chr(39) + '> ' + chr(39) + ')', '(blank=true, width=3)')}",
            lambda: f"({t(d)} * {self.pick('2', '0', '-1', '3')})",
            lambda: f"{self.any(d)}|tojson{self.json()}",
            lambda: f"{self.any(d)}|string",
            lambda: f"{self.any(d)}|{self.pick('default', 'd')}({t(0)}{self.pick('', ', true')})",
            lambda: f"{self.list(d)}|join{self.pick('', '(' + self.quoted() + ')')}",
            lambda: f"{self.quoted()}.join({self.pick('words', t(0), csv_split(self))})",
            lambda: f"rows|join({self.quoted()}, attribute={self.pick('1', chr(39) + 'r' + chr(39), chr(39) + 'x.y' + chr(39))})",
            lambda: self.percent(d), lambda: self.percent(d), lambda: self.braces(d), lambda: self.braces(d),
            lambda: f"({t(d)} if {self.truth(d)}{self.pick('', ' else ' + self.any(d))})",
            lambda: f"{t(d)}.{self.pick('partition', 'rpartition')}({self.pick(chr(39) + ',' + chr(39), chr(39) + ' ' + chr(39), self.quoted())})[{self.pick('0', '1', '2', '-1')}]",
            lambda: f"{self.pick('d', 'o', chr(123) + chr(39) + 'q' + chr(39) + ': ' + self.any(0) + chr(125))}|urlencode",
            lambda: f"{self.dict(d)}|xmlattr{self.pick('', '(false)')}",
            lambda: f"{self.pick('12', '1000', '1', '0', '123456789', '2**40', 'f', 'big')}|filesizeformat{self.pick('', '(true)')}",
            lambda: f"strftime_now({self.pick(chr(39) + '%Y-%m-%d' + chr(39), chr(39) + '%d %b %y %H:%M:%S' + chr(39), chr(39) + '%A %B %j %U %W %f %z %Z%%' + chr(39), chr(39) + '%-d %-m %p %I %e' + chr(39))})",
            lambda: f"{self.rng.choice(self.macros)}" if self.macros else t(0),
            lambda: f"({t(d)}|list|{self.pick('first', 'last', 'min', 'max')})",
        )()

    def json(self):
        return self.pick("", "", "(indent=2)", "(indent=0)", "(indent=none)", "(sort_keys=true)", "(ensure_ascii=true)", "(separators=(',', ':'))", "(indent=1, separators=(';', '='))", "(indent='\\t')", "(true)")

    def percent(self, depth):
        form = self.pick("%s", "%5s|", "%-6s|", "%.2s", "%r", "%a")
        number = self.pick("%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%x", "%X", "%o", "%#x", "%#o", "%f", "%.2f", "%08.3f", "%e", "%.1e", "%g", "%G", "%i", "%.3d", "%c", "%5.1f|", "%+.0f", "%#06x")
        value = self.pick(self.integer(0), self.number(0), "neg", "f")
        return self.pick(lambda: f"'{form}' % ({self.any(depth)},)", lambda: f"'{number}' % {value}", lambda: f"'{number} {form}%%' % ({value}, {self.text(0)})",
                         lambda: f"'%(b)s {self.pick('%(a)r', '%(b)03d', '')}' % d", lambda: f"'{form} {number}'|format({self.any(0)}, {value})",
                         lambda: "'%*d|%-*s|' % (6, n, 4, s)", lambda: f"'{form}' % {self.any(0)}", lambda: "'%(q)s'|format(q=u)")()

    def braces(self, depth):
        align = self.pick("", "", "<", ">", "^", "*^", "0>", "=", "é<")
        width = self.pick("", "", "3", "8", "12", "010")
        which = self.pick(0, 1, 2, 3, 4)
        if which == 0:
            return f"'{{:{align}{width}{self.pick('', '.2', '.0')}{self.pick('', 's')}}}|'.format({self.text(depth)})"
        if which == 1:
            return f"'{{:{align}{self.pick('', '+', ' ', '-')}{self.pick('', '#')}{width}{self.pick('', ',', '_')}{self.pick('', 'd', 'x', 'X', 'b', 'o', 'n', 'e', '.1f', '.2%', 'c', '.3')}}}|'.format({self.integer(0)})"
        if which == 2:
            return f"'{{:{align}{self.pick('', '+', ' ')}{width}{self.pick('', ',')}{self.pick('', '.2', '.0', '.1', '.3', '.6')}{self.pick('', 'f', 'e', 'g', 'G', 'E', '%', 'n', 'F')}}}|'.format({self.number(0)})"
        if which == 3:
            return self.pick("'{0} {1} {0}'.format(s, n)", "'{} {}'.format(s, n)", "'{a}-{b!r:>8}'.format(a=s, b=u)", "'{{{0[0]}}} {0[1]!a}'.format(words)", "'{d[b]:{w}}'.format(d=d, w=4)",
                             "'{:{}}|{:{}.{}f}'.format(s, 14, f, 9, 3)", "'{0.r} {1.nope}'.format(rows[0], d)", "'{} {0}'.format(1)", "'{}'.format()", "'{x}'.format(n)", "'}'.format()", "'{!s:5}{!r}'.format(nil, e)",
                             "'{b} {a}'.format_map(d)", "'{0[-1]}'.format(l)", "'{:,.2f} {:_}'.format(1234567.891, 1234567)", "'{:>{w}}'.format(s, w=n + 8)")
        return f"'{{{self.pick('', '!s', '!r', '!a')}{self.pick('', ':', ':6', ':>6', ':.3')}}}'.format({self.any(depth)})"

    def slice(self):
        part = lambda: self.pick("", "", "0", "1", "2", "-1", "-2", "9", "-9", "n", "none")
        return self.pick(f"{part()}:{part()}", f"{part()}:{part()}:{self.pick('', '1', '2', '-1', '-2', 'none')}")

    def integer(self, depth):
        if depth <= 0:
            return self.pick("n", "z", "neg", "1", "2", "10", "0x1f", "1_000", "0b101", "0o17", "d.b", "rows[1].c", "l[0]", "big", "12345678901234567890", "255", "4", "loop.index" if self.loops else "5", "loop.length" if self.loops else "3")
        d = depth - 1
        return self.pick(
            lambda: f"({self.integer(d)} {self.pick('+', '-', '*', '//', '%')} {self.integer(d)})",
            lambda: f"({self.pick('2', '10', '-3', 'n')} ** {self.pick('0', '1', '2', '5', '9', '40', '-1')})",
            lambda: f"{self.pick(self.text, self.list, self.dict)(d)}|{self.pick('length', 'count')}",
            lambda: f"{self.any(d)}|int{self.pick('', '(5)', '(default=' + self.any(0) + ')', '(0, 16)', '(base=2)')}",
            lambda: f"{self.text(d)}.{self.pick('find', 'rfind', 'count', 'index', 'rindex')}({self.quoted()}{self.pick('', '', ', 1', ', -4, 9', ', 2, 3')})",
            lambda: f"{self.pick('l', 'words', 'mixed')}.{self.pick('index', 'count')}({self.any(0)})",
            lambda: f"({self.pick('-', '+', '- -', '-')}{self.integer(d)})",
            lambda: f"{self.integer(d)}|abs", lambda: f"{self.integer(d)}|round({self.pick('0', '1', '-1', '-2')})",
            lambda: f"{self.pick('l', 'range(4)', '[1, 2.5]', 'rows|map(attribute=' + chr(39) + 'c' + chr(39) + ')')}|sum{self.pick('', '(start=3)')}",
            lambda: f"rows|sum(attribute='c')", lambda: f"{self.list(d)}|{self.pick('min', 'max', 'first', 'last')}", lambda: f"{self.text(d)}|wordcount",
        )()

    def number(self, depth):
        if depth <= 0:
            return self.pick("f", "g", "1.5", "0.1", "1e3", "2.0", "1e16", "1e-7", "3.14159", "12345.678", "100.0", "1e22", "0.5", "-0.0", "1_0.5", "1.5e300", "123456789.123")
        d = depth - 1
        return self.pick(
            lambda: f"({self.number(d)} {self.pick('+', '-', '*', '/', '//', '%')} {self.pick(self.number, self.integer)(d)})",
            lambda: f"({self.integer(d)} / {self.integer(d)})", lambda: f"{self.any(d)}|float{self.pick('', '(1.5)', '(' + self.any(0) + ')')}",
            lambda: f"{self.number(d)}|round{self.pick('', '(1)', '(2)', '(0, ' + chr(39) + 'ceil' + chr(39) + ')', '(1, ' + chr(39) + 'floor' + chr(39) + ')', '(method=' + chr(39) + 'ceil' + chr(39) + ')', '(-1)')}",
            lambda: f"({self.number(d)} ** {self.pick('2', '0.5', '-1', '0')})", lambda: f"{self.number(d)}|abs", lambda: f"(-{self.number(d)})",
        )()

    def truth(self, depth):
        if depth <= 0:
            return self.pick("true", "false", "yes", "no", "True", "loop.first" if self.loops else "yes", "loop.last" if self.loops else "no", "n", "s", "empty", "missing", "none", "e", "z")
        d = depth - 1
        return self.pick(
            lambda: f"({self.any(d)} {self.pick('==', '!=')} {self.any(d)})",
            lambda: f"({self.pick(self.integer, self.number)(d)} {self.pick('<', '<=', '>', '>=')} {self.pick(self.integer, self.number)(d)}{self.pick('', ' < 5')})",
            lambda: f"({self.text(d)} {self.pick('<', '<=', '>', '>=', 'in', 'not in')} {self.text(d)})",
            lambda: f"({self.any(d)} {self.pick('in', 'not in')} {self.pick(self.list, self.dict, self.text)(d)})",
            lambda: f"({self.any(d)} {self.pick('and', 'or')} {self.any(d)})", lambda: f"not {self.any(d)}", lambda: f"({self.list(d)} < {self.list(d)})",
            lambda: f"({self.any(d)} is {self.pick('', 'not ')}{self.pick('defined', 'undefined', 'none', 'string', 'number', 'integer', 'float', 'boolean', 'mapping', 'sequence', 'iterable', 'callable', 'escaped', 'true', 'false', 'lower', 'upper', 'filter', 'test')})",
            lambda: f"({self.integer(d)} is {self.pick('odd', 'even', 'divisibleby 3', 'divisibleby(2)', 'eq 7', 'gt 2', 'lessthan(3)', '!= 4', 'ne 4', 'ge(1)', 'in [1, 7]')})",
            lambda: f"({self.any(d)} is in {self.list(d)})", lambda: f"({self.pick('yes', 'none', 'no', 'nil')} is sameas {self.pick('true', 'none', 'false')})",
            lambda: f"({self.text(d)}.{self.pick('isdigit', 'isalpha', 'isalnum', 'isspace', 'isupper', 'islower', 'istitle', 'isascii', 'isprintable', 'isidentifier', 'isdecimal', 'isnumeric')}())",
            lambda: f"{self.text(d)}.{self.pick('startswith', 'endswith')}({self.pick(self.quoted(), '(' + self.quoted() + ', ' + self.quoted() + ')')}{self.pick('', '', ', 1', ', 0, 3', ', -2')})",
            lambda: f"({self.list(d)} == {self.list(d)})", lambda: f"('{self.pick('upper', 'nope', 'tojson', 'odd')}' is {self.pick('filter', 'test')})",
        )()

    def list(self, depth):
        if depth <= 0:
            return self.pick("l", "words", "empty", "mixed", "rows", "messages", "tools", "[1, 2, 3]", "[]", "['b', 'A']", "(1, 2)", "range(4)", "pairs", "range(2, 9, 3)", "[n, s]", "tree", "d.a")
        d = depth - 1
        return self.pick(
            lambda: f"[{', '.join(self.any(d) for _ in range(self.rng.randrange(4)))}]",
            lambda: f"({self.list(d)} + {self.list(d)})",
            lambda: f"{self.list(d)}[{self.slice()}]",
            lambda: f"{self.text(d)}.{self.pick('split', 'rsplit')}({self.pick('', chr(39) + ',' + chr(39), chr(39) + ' ' + chr(39) + ', 1', 'none, 1', 'maxsplit=1', chr(39) + '-' + chr(39) + ', -1', self.quoted())})",
            lambda: f"{self.text(d)}.splitlines({self.pick('', 'true')})",
            lambda: f"{self.pick(self.list, self.text, self.dict)(d)}|list",
            lambda: f"{self.list(d)}|{self.pick('sort', 'sort(true)', 'sort(case_sensitive=true)', 'sort(reverse=true)', 'unique|list', 'reverse|list')}",
            lambda: f"rows|sort(attribute={self.pick(chr(39) + 'r' + chr(39), chr(39) + 'c,r' + chr(39), chr(39) + 'c' + chr(39), chr(39) + 'x.y' + chr(39))})",
            lambda: f"words|{self.pick('sort', 'unique|list', 'unique(true)|list', 'sort(true, true)', 'map(' + chr(39) + 'upper' + chr(39) + ')|list', 'map(' + chr(39) + 'replace' + chr(39) + ', ' + chr(39) + 'p' + chr(39) + ', ' + chr(39) + 'q' + chr(39) + ')|list', 'map(' + chr(39) + 'length' + chr(39) + ')|list')}",
            lambda: f"rows|map(attribute={self.pick(chr(39) + 'r' + chr(39), chr(39) + 'x.y' + chr(39) + ', default=' + self.any(0), chr(39) + 'q' + chr(39))})|list",
            lambda: f"rows|{self.pick('selectattr', 'rejectattr')}({self.pick(chr(39) + 'x' + chr(39), chr(39) + 'c' + chr(39) + ', ' + chr(39) + 'eq' + chr(39) + ', 1', chr(39) + 'r' + chr(39) + ', ' + chr(39) + 'in' + chr(39) + ', [' + chr(39) + 'u' + chr(39) + ']', chr(39) + 'x.y' + chr(39) + ', ' + chr(39) + 'defined' + chr(39), chr(39) + 'c' + chr(39) + ', ' + chr(39) + '>' + chr(39) + ', 1')})|list",
            lambda: f"{self.list(d)}|{self.pick('select', 'reject')}{self.pick('', '(' + chr(39) + 'string' + chr(39) + ')', '(' + chr(39) + 'number' + chr(39) + ')', '(' + chr(39) + 'defined' + chr(39) + ')', '(' + chr(39) + 'eq' + chr(39) + ', 1)', '(' + chr(39) + 'odd' + chr(39) + ')')}|list",
            lambda: f"{self.list(d)}|{self.pick('batch', 'slice')}({self.pick('2', '3', '2, 0', '3, none', '3, ' + self.any(0))})|list",
            lambda: f"{self.dict(d)}|{self.pick('dictsort', 'items|list', 'dictsort(by=' + chr(39) + 'value' + chr(39) + ')', 'dictsort(true, reverse=true)', 'list')}",
            lambda: f"rows|groupby({self.pick(chr(39) + 'r' + chr(39), chr(39) + 'c' + chr(39), chr(39) + 'r' + chr(39) + ', case_sensitive=true', chr(39) + 'x.y' + chr(39) + ', default=' + chr(39) + chr(39))})",
            lambda: f"({self.list(d)} * {self.pick('2', '0')})", lambda: f"{self.list(d)} {self.pick('or', 'and')} {self.list(d)}",
            lambda: f"{self.dict(d)}.{self.pick('keys', 'values', 'items')}()|list", lambda: f"{self.list(d)}.copy()",
        )()

    def dict(self, depth):
        if depth <= 0:
            return self.pick("d", "o", "rows[0]", "{'a': 1}", "{}", "messages[2]", "tools[0].function", "{'x': s, 'y': n}", "dict(a=1, b=s)", "{1: 'i', none: 'n', true: 't', 2.5: 'f'}", "dict(pairs)")
        d = depth - 1
        return self.pick(
            lambda: "{" + ", ".join(f"{self.pick(self.quoted(), self.text(0), self.integer(0), '(1, 2)')}: {self.any(d)}" for _ in range(self.rng.randrange(4))) + "}",
            lambda: f"dict({self.pick('d', 'pairs', 'o')}, {self.pick('a', 'q')}={self.any(d)})", lambda: f"dict(**{self.dict(d)})",
            lambda: f"{self.list(d)}|selectattr('c')|first|default({{}})", lambda: f"({self.dict(d)} if {self.truth(d)} else {self.dict(d)})",
        )()

    # Statements

    def tag(self, inner):
        return "{%" + self.pick("", "", "", "-", "+") + " " + inner + " " + self.pick("", "", "", "-", "+") + "%}"

    def print(self, depth):
        inner = self.pick(self.any, self.text, self.text, self.integer, self.number, self.truth, self.list, self.dict)(depth)
        return "{{" + self.pick("", "", "-") + " " + inner + " " + self.pick("", "", "-") + "}}"

    def data(self):
        return self.pick("", "", " ", "\n", "x", "a b\n", "  \n", "\n  ", "<|im_start|>", "\ttab", "end\n\n", "{# note #}", "{#- note -#}\n", "ü", "{% raw %}{{ x }}{% endraw %}", "{%- raw -%} {% y %} {%- endraw -%}", "}}", "'")

    def body(self, depth):
        return "".join(self.data() + self.statement(depth - 1) for _ in range(self.rng.randrange(1, 4))) + self.data()

    def statement(self, depth):
        if depth <= 0:
            return self.print(self.rng.randrange(3))
        return self.pick(self.print_deep, self.print_deep, self.print_deep, self.if_, self.for_, self.for_, self.set_, self.set_, self.set_block, self.macro, self.call, self.filter, self.with_, self.namespace, self.special)(depth)

    def print_deep(self, depth):
        return self.print(self.rng.randrange(1, 4))

    def if_(self, depth):
        text = self.tag("if " + self.truth(2)) + self.body(depth)
        if self.chance(0.3):
            text += self.tag("elif " + self.truth(1)) + self.body(depth)
        if self.chance(0.5):
            text += self.tag("else") + self.body(depth)
        return text + self.tag("endif")

    def for_(self, depth):
        target, items = self.pick(("x", self.list(1)), ("x", self.list(1)), ("k, v", "d.items()"), ("k, v", "pairs"), ("k", "d"), ("c", self.text(1)), ("m", "messages"), ("k, v", self.dict(1) + "|dictsort"), ("g", "rows|groupby('r')"), ("(a, b), c", "[((1, 2), 3)]"), ("x", "l|map('string')"), ("i", "range(3)"))
        if self.chance(0.12):
            return (self.tag("for node in tree" + self.pick("", " if node.v != 3") + " recursive") + self.pick("{{ node.v }}:{{ loop.depth }}{{ loop.index }}", "{{ node.v }}({{ loop.last }}") + "{% if node.kids %}[{{ loop(node.kids)" + self.pick("", "|upper", "|length") + " }}]{% endif %}"
                    + self.tag("else") + "-" + self.tag("endfor"))
        text = self.tag(f"for {target} in {items}" + self.pick("", "", "", f" if {self.pick('loop is undefined', target.split(',')[0].strip('()') + ' is not none', target.split(',')[0].strip('()'), self.truth(1))}"))
        self.loops += 1
        before = list(self.names)
        self.names += [name.strip("() ") for name in target.split(",")]
        text += self.pick("", "{{ loop.index }}/{{ loop.length }}", "{{ loop.first }}{{ loop.last }}{{ loop.revindex0 }}", "{{ loop.cycle('p', 'q') }}", "{{ loop.previtem }}>{{ loop.nextitem }}", "{{ loop.changed(loop.index // 2) }}", "{{ loop.depth }}", "{{ g.grouper }}{{ g.list|length }}", "{{ loop }}")
        text += self.body(depth)
        if self.chance(0.25):
            text += self.tag("if " + self.truth(1)) + self.data() + self.tag(self.pick("break", "continue")) + self.tag("endif") + self.body(depth)
        elif self.chance(0.05):
            text += self.tag(self.pick("break", "continue"))
        self.names = before
        self.loops -= 1
        if self.chance(0.35):
            text += self.tag("else") + self.body(depth)
        return text + self.tag("endfor")

    def set_(self, depth):
        name = self.pick("v", "w", "q", "s", "n")
        value = self.any(2) if name not in ("s", "n") else {"s": self.text, "n": self.integer}[name](1)
        self.names.append(name)
        if self.chance(0.1):
            return self.tag(f"set v, w = {self.pick(self.any(1) + ', ' + self.any(1), '(1, 2)', 'pairs[0]')}")
        return self.tag(f"set {name} = {value}")

    def set_block(self, depth):
        self.names.append("v")
        return self.tag("set v" + self.pick("", "", " | upper", " | trim | length")) + self.body(depth) + self.tag("endset")

    def macro(self, depth):
        name = self.pick("f", "h")
        before = list(self.names), self.loops
        self.names, self.loops = self.names + ["a", "b"], 0
        text = self.tag(f"macro {name}({self.pick('a', 'a, b=2', 'a, b=n', 'a=s, b=a', '')})")
        text += self.pick("", "{{ a }}", "{{ varargs }}", "{{ kwargs }}", "{{ varargs|length }}{{ kwargs|dictsort }}", "{{ caller() if caller }}", "{{ b }}") + self.body(depth) + self.tag("endmacro")
        self.names, self.loops = before
        self.macros.append(self.pick(f"{name}({self.any(1)})", f"{name}({self.any(0)}, {self.any(0)})", f"{name}({self.any(0)}, b={self.any(0)})", f"{name}(1, 2, 3)", f"{name}(c=4, *l)", f"{name}(**o)", f"{name}.name", f"{name}.arguments", f"{name}()"))
        return text + ("{{ " + self.macros[-1] + " }}" if self.chance(0.7) else "")

    def call(self, depth):
        name = self.pick("f", "h") if self.macros else "missing"
        if not self.macros or self.chance(0.6):
            name = "wrap"
            head = "{% macro wrap(x='', y=1) %}<{{ x }}{{ caller(" + self.pick("", "x", "x, y") + ") }}>{% endmacro %}"
        else:
            head = ""
        inner = self.pick("", "(p)", "(p, q=3)", "(p='d')")
        return head + self.tag(f"call{inner} {name}({self.pick('', self.any(0), 'x=' + self.any(0))})") + self.pick("", "{{ p }}", "{{ q }}", "{{ x }}") + self.body(depth) + self.tag("endcall")

    def filter(self, depth):
        return self.tag("filter " + self.pick("upper", "trim", "replace(' ', '_')", "upper|trim", "indent(2)", "length", "title", "truncate(9)", "reverse", "tojson")) + self.body(depth) + self.tag("endfilter")

    def with_(self, depth):
        return self.tag("with " + self.pick(f"v = {self.any(1)}", f"v = {self.any(0)}, w = v", "", f"a, b = (1, {self.any(0)})")) + "{{ v }}" + self.body(depth) + self.tag("endwith")

    def namespace(self, depth):
        make = self.tag(f"set ns = namespace({self.pick('', 'a=1', 'd', 'a=' + self.any(0), 'pairs, b=2')})")
        return make + self.tag(f"for i in {self.list(0)}") + self.tag(f"set ns.a = {self.pick('i', 'loop.index', '(ns.a or 0) ~ i', self.any(1))}") + self.tag("endfor") + "{{ ns.a }}" + self.pick("", "{{ ns.b is defined }}", "{{ ns }}", "{{ ns.nope }}", "{{ ns['a'] }}")

    def special(self, depth):
        self.blocks += 1
        return self.pick(
            lambda: self.tag(f"block b{self.blocks}{self.pick('', ' scoped')}") + self.body(depth) + self.tag(f"endblock{self.pick('', ' b' + str(self.blocks))}"),
            lambda: self.tag("generation") + self.body(depth) + self.tag("endgeneration"),
            lambda: self.tag("set c = cycler('a', 'b', n)") + "{{ c.next() }}{{ c.next() }}{{ c.current }}{{ c.next() }}{{ c.next() }}{{ c.reset() }}{{ c.next() }}",
            lambda: self.tag("set j = joiner(" + self.pick("", "'|'") + ")") + self.tag("for x in " + self.list(0)) + "{{ j() }}{{ loop.index }}" + self.tag("endfor"),
            lambda: self.tag("print " + self.any(1) + self.pick("", ", " + self.any(0))), lambda: self.tag("autoescape false") + self.body(depth) + self.tag("endautoescape"),
            lambda: self.tag("for m in messages") + "{{ '<|' + m.role + '|>' }}" + "{% if m.content is string %}{{ m.content }}{% elif m.content %}{% for p in m.content %}{{ p.type }}{% endfor %}{% endif %}{% if m.tool_calls %}{{ m.tool_calls|tojson }}{% endif %}" + self.tag("endfor"),
            lambda: "{% if l|selectattr('x') %}yes{% endif %}{% set g = words|map('upper') %}{{ g|list }}{{ g|list }}{{ g is iterable }}{{ g is sequence }}",
            lambda: "{{ " + self.pick("l.append(1)", "d.update(o)", "d.pop('a')", "words.sort()", "d.pop is defined", "''.__class__", "s.nope()", "missing()", "n()", "raise_exception('x')", "d.__class__ is defined", "l|attr('count') is defined", "d|attr('a')", "s|attr('upper')", "1 is odd is even", "namespace is defined", "'a' | nope", "1 is nope", "d[[1]] is defined", "d.get('x')", "d.get('x', 5)", "d['items']", "d.items is callable", "l[1, 2] is defined", "cycler is defined", "self is defined", "loop is defined", "varargs is defined") + " }}",
        )()


def csv_split(writer):
    return "csv.split(',')"


class TooSlow(Exception):
    pass


def stop(*_):
    raise TooSlow


def random_template(seed):
    writer = Writer(random.Random(seed))
    return writer.body(writer.rng.randrange(1, 4))


def case(name, template, made):
    """One template with what Jinja2 makes of it; nothing if its result is an address or too large."""
    result = {"name": name, "template": template}
    signal.setitimer(signal.ITIMER_REAL, 2)
    try:
        expected = made.from_string(template).render(
            messages=MESSAGES, documents=None, add_generation_prompt=False, bos_token="<s>", eos_token="</s>",
            **copy.deepcopy(VARIABLES))  # indent changes a list
        if len(expected) > 100_000 or re.search(r"0x[0-9a-f]{8}|<(function|class|built-in|bound|built\.\.)", expected, re.IGNORECASE):
            return None
        expected.encode()
        result["expected"] = expected
    except (TooSlow, MemoryError, RecursionError, UnicodeError, jinja2.TemplateAssertionError):
        return None  # the last is for names of filters, which we look up only where they are used
    except Exception as error:
        result["error"] = f"{type(error).__name__}: {error}"[:200]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return result


def make_cases(count, seed, longest=200_000):
    made = environment()
    signal.signal(signal.SIGALRM, stop)
    cases = [case(line[:40], line, made) for line in DOCUMENTED.strip().split("\n")]
    while len(cases) < count:
        one = case(str(seed), random_template(seed), made)
        if one and len(one["template"]) + len(one.get("expected", "")) < longest:
            cases.append(one)
        seed += 1
    return {"strftime_now": str(NOW), "bos_token": "<s>", "eos_token": "</s>", "messages": MESSAGES, "kwargs": {**VARIABLES, "documents": None}, "cases": cases}


def main(arguments):
    if arguments[:1] == ["--store"]:
        text = json.dumps(make_cases(int(arguments[2]), int(arguments[3]), 600), ensure_ascii=False, indent=0)
        with open(arguments[1], "w", encoding="utf-8") as out:
            out.write(text + "\n")
        return 0
    count = int(arguments[1]) if len(arguments) > 1 else 20000
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as out:
        json.dump(make_cases(count, int(arguments[2]) if len(arguments) > 2 else 1), out)
        out.flush()
        return subprocess.run([arguments[0], "chat_template_test", "rendersAsJinjaDoes"],
                              env={**os.environ, "VIGNETTE_JINJA_CASES": out.name, "QT_QPA_PLATFORM": "offscreen"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
