#!/usr/bin/env python3
"""Writes the files that ./dev fuzz begins with: the smallest ones that get far into each reader."""
import base64
import io
import json
import pathlib
import struct
import zipfile
import zlib

ROOT = pathlib.Path(__file__).parent / "fuzz"


def keep(target, name, content):
    folder = ROOT / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


# GGUF: the numbers of the types of values
U32, F32, BOOL, STRING, ARRAY = 4, 6, 7, 8, 9
PACKED = {U32: "<I", F32: "<f", BOOL: "<?", 5: "<i"}


def text(value):
    return struct.pack("<Q", len(value.encode())) + value.encode()


def value(kind, content):
    return text(content) if kind == STRING else struct.pack(PACKED[kind], content)


def key(name, kind, content):
    return text(name) + struct.pack("<I", kind) + value(kind, content)


def array(name, kind, items):
    return text(name) + struct.pack("<IIQ", ARRAY, kind, len(items)) + b"".join(value(kind, item) for item in items)


def gguf(version, keys, tensors):
    table, data = b"", b""
    for name, shape, content in tensors:
        table += text(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", n) for n in shape)
        table += struct.pack("<IQ", 0, len(data))
        data += content + bytes(-len(content) % 32)
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(keys)) + b"".join(keys) + table
    return head + bytes(-len(head) % 32) + data


def decoder_keys(architecture):
    keys = [key("general.architecture", STRING, architecture)]
    for name, number in {"block_count": 1, "context_length": 64, "embedding_length": 8, "feed_forward_length": 8,
                         "attention.head_count": 2, "attention.head_count_kv": 1, "rope.dimension_count": 4}.items():
        keys.append(key(f"{architecture}.{name}", U32, number))
    keys.append(key(f"{architecture}.attention.layer_norm_rms_epsilon", F32, 1e-5))
    return keys


def vocabulary_keys(model, pre, tokens, extra):
    types = [3 if token.startswith("<") and len(token) < 6 else 1 for token in tokens]
    return [key("tokenizer.ggml.model", STRING, model), key("tokenizer.ggml.pre", STRING, pre),
            array("tokenizer.ggml.tokens", STRING, tokens), array("tokenizer.ggml.token_type", 5, types),
            key("tokenizer.ggml.bos_token_id", U32, 1), key("tokenizer.ggml.eos_token_id", U32, 2),
            key("tokenizer.ggml.add_bos_token", BOOL, True),
            key("tokenizer.chat_template", STRING, "{{ messages[0]['content'] }}")] + extra


def write_gguf():
    embedding = [("token_embd.weight", [8, 4], bytes(128)), ("output_norm.weight", [8], bytes(32))]
    pieces = ["<unk>", "<s>", "</s>", "\u2581I"]
    scores = array("tokenizer.ggml.scores", F32, [0, 0, 0, -1])
    keep("gguf", "llama.gguf", gguf(3, decoder_keys("llama") + vocabulary_keys("llama", "default", pieces, [scores]),
                                    embedding))
    merges = array("tokenizer.ggml.merges", STRING, ["I t"])
    keep("gguf", "qwen2.gguf", gguf(2, decoder_keys("qwen2") + vocabulary_keys("gpt2", "qwen2", ["I", "t", "It", "4"],
                                                                              [merges]), embedding))
    clip = [key("general.architecture", STRING, "clip"), key("clip.has_vision_encoder", BOOL, True),
            key("clip.projector_type", STRING, "mlp")]
    for name, number in {"image_size": 28, "patch_size": 14, "embedding_length": 8, "feed_forward_length": 8,
                         "block_count": 1, "attention.head_count": 2, "projection_dim": 8}.items():
        clip.append(key(f"clip.vision.{name}", U32, number))
    keep("gguf", "clip.gguf", gguf(3, clip, [("v.patch_embd.weight", [14, 14, 3, 8], bytes(4 * 14 * 14 * 3 * 8))]))
    keep("gguf", "part.gguf", gguf(3, [key("split.no", 2, 0), key("split.count", 2, 2)], []))


PACKED[2] = "<H"


def write_safetensors():
    header = json.dumps({"__metadata__": {"format": "pt"},
                         "a": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]},
                         "b": {"dtype": "F8_E4M3", "shape": [2], "data_offsets": [8, 10]}}).encode()
    keep("safetensors", "two.safetensors", struct.pack("<Q", len(header)) + header + bytes(10))


def safetensors(arrays):
    header, data = {}, b""
    for name, (dtype, shape, size) in arrays.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + size]}
        data += bytes((7 * i) % 256 for i in range(size))
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def write_packed():
    """config.json, a zero, model.safetensors: 8 outputs and 32 inputs."""
    groups = {"layer.qzeros": ("I32", [1, 1], 4), "layer.scales": ("F16", [1, 8], 16)}
    folders = {
        "gptq": ({"quant_method": "gptq", "group_size": 32}, {"layer.qweight": ("I32", [4, 8], 128), **groups}),
        "awq": ({"quant_method": "awq"}, {"layer.qweight": ("I32", [32, 1], 128), **groups}),
        "fp8": ({"quant_method": "fp8", "weight_block_size": [4, 32]},
                {"layer.weight": ("F8_E4M3", [8, 32], 256), "layer.weight_scale_inv": ("F32", [2, 1], 8)}),
        "integers": ({"quant_method": "compressed-tensors", "format": "pack-quantized"},
                     {"layer.weight_packed": ("I32", [8, 4], 128), "layer.weight_scale": ("BF16", [8, 1], 16),
                      "layer.weight_shape": ("I64", [2], 16)}),
        "exl2": ({"quant_method": "exl2"},
                 {"layer.q_weight": ("I32", [8, 8], 256), "layer.q_scale": ("I32", [2, 1], 8),
                  "layer.q_scale_max": ("F16", [2], 4), "layer.q_groups": ("I16", [4], 8),
                  "layer.q_invperm": ("I32", [32], 128)}),
    }
    for name, (config, arrays) in folders.items():
        content = safetensors(arrays)
        for key, numbers, form in (("layer.q_groups", [8, 0, 4, 4], "<4h"), ("layer.q_invperm", range(32), "<32i"),
                                   ("layer.weight_shape", [8, 32], "<2q")):
            if key in arrays:
                begin = sum(size for _, _, size in list(arrays.values())[:list(arrays).index(key)])
                begin += len(content) - sum(size for _, _, size in arrays.values())
                part = struct.pack(form, *numbers)
                content = content[:begin] + part + content[begin + len(part):]
        keep("packed", name, json.dumps({"quantization_config": config}).encode() + b"\0" + content)


def write_configs():
    sizes = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2,
             "num_key_value_heads": 1, "vocab_size": 4, "max_position_embeddings": 64, "rms_norm_eps": 1e-5}
    scaling = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}
    keep("config", "llama.json", json.dumps({"model_type": "llama", **sizes, "rope_scaling": scaling}))
    keep("config", "mistral.json", json.dumps({"model_type": "mistral", **sizes, "sliding_window": 8,
                                               "layer_types": ["full_attention", "sliding_attention"]}))
    keep("config", "llava.json", json.dumps(
        {"model_type": "llava", "image_token_index": 3, "text_config": {"model_type": "llama", **sizes},
         "vision_config": {"model_type": "clip_vision_model", "hidden_size": 8, "image_size": 28, "patch_size": 14,
                           "intermediate_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2}}))


def write_tokenizers():
    added = [{"id": 0, "content": "<s>", "special": True}]
    split = {"type": "Split", "pattern": {"Regex": "\\p{N}|\\s+(?!\\S)|[^\\s]+"}, "behavior": "Isolated"}
    bpe = {"added_tokens": added, "normalizer": {"type": "NFC"}, "decoder": {"type": "ByteLevel"},
           "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, {"type": "ByteLevel"}]},
           "post_processor": {"type": "TemplateProcessing", "special_tokens": {"<s>": {"id": "<s>", "ids": [0]}},
                              "single": [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {"id": "A"}}]},
           "model": {"type": "BPE", "vocab": {"<s>": 0, "I": 1, "t": 2, "It": 3}, "merges": ["I t"]}}
    pieces = {"added_tokens": added, "normalizer": {"type": "BertNormalizer", "lowercase": True},
              "pre_tokenizer": {"type": "BertPreTokenizer"}, "decoder": {"type": "WordPiece"},
              "model": {"type": "WordPiece", "unk_token": "<s>", "vocab": {"<s>": 0, "it": 1, "##s": 2}}}
    unigram = {"added_tokens": added, "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "_"},
               "pre_tokenizer": {"type": "Metaspace", "replacement": "\u2581"}, "decoder": {"type": "Metaspace"},
               "model": {"type": "Unigram", "unk_id": 0, "vocab": [["<s>", 0.0], ["\u2581It", -1.0], ["s", -2.5]]}}
    for name, content in {"bpe": bpe, "wordpiece": pieces, "unigram": unigram}.items():
        keep("tokenizer", name + ".json", json.dumps(content))


def field(number, content):
    if isinstance(content, float):
        return bytes([number << 3 | 5]) + struct.pack("<f", content)
    if isinstance(content, int):
        return bytes([number << 3, content])
    return bytes([number << 3 | 2, len(content)]) + content


def write_sentencepiece():
    pieces = [("<unk>", 0.0, 2), ("<s>", 0.0, 3), ("</s>", 0.0, 3), ("<0x0A>", 0.0, 6), ("\u2581", -1.0, 1),
              ("I", -2.0, 1), ("\u2581I", -0.5, 1), ("<i>", 0.0, 4)]
    for name, kind in {"unigram": 1, "bpe": 2}.items():
        model = b"".join(field(1, field(1, text.encode()) + field(2, score) + field(3, type))
                         for text, score, type in pieces)
        model += field(2, field(3, kind)) + field(3, field(1, b"identity") + field(3, 1))
        keep("sentencepiece", name + ".model", model)


def write_templates():
    keep("template", "roles.jinja", "{% for m in messages %}{% if m.role == 'user' %}{{ bos_token + m['content'] "
         "| string | trim }}{% elif loop.last %}{{ raise_exception('x') }}{% else %}{% continue %}{% endif %}"
         "{% endfor %}{%- set ns = namespace(a=1) -%}{% set ns.a = ns.a // 2 %}")
    keep("template", "tools.jinja", "{% macro f(x, y=2) %}{{ x | tojson(indent=y) }}{% endmacro %}"
         "{{ f(tools[0]) }}{{ strftime_now('%d %b %Y') }}{{ messages | selectattr('role', 'eq', 'tool') | list "
         "| length }}{{ 'a,b'.split(',')[-1:] | join('\\n') }}{% generation %}{{ {'a': (1, 2.5, none)} }}"
         "{% endgeneration %}")


def write_documents():
    mail = ("a.eml\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= =?iso-8859-1?B?4Q==?=\nFrom: a@b\nContent-Type: multipart/mixed;\n"
            " boundary=\"x\"\n\n--x\nContent-Type: text/plain; charset=iso-8859-2\nContent-Transfer-Encoding: quoted-printable\n\n"
            "=E1 b=\nc\n--x\nContent-Disposition: attachment; filename=y\n\n--x--\n")
    for name, content in {
            "mail": mail, "table": 'a.csv\nname;"says; ""this\n"""\n1;2\n', "values": 'a.json\n{"a": [1, {"b": null}], "c": "\\u00e9"}',
            "markdown": "a.md\n---\ntitle: 'x'\n---\n# A *b*\n\n- [x] c\n  > d[^1]\n\n| a |\n|---|\n| b |\n\n```\ncode\n```\n[^1]: e\n",
            "page": 'a.html\n<title>a</title><h2>b</h2><ul><li>c<table><tr><td>d<td hidden>e</table><pre> f\n</pre><p>g<br>h&amp;',
            "rtf": "a.rtf\n{\\rtf1\\ansicpg1251{\\fonttbl{\\f1\\fcharset128 A;}}\\f1 a\\'82\\'a0\\u8364?\\super 2\\nosupersub{\\footnote c}\\par"
                   "\\trowd\\intbl b\\cell\\row{\\*\\shpinst{\\shptxt d\\par}}}",
            "mailbox": "a.mbox\nFrom a Mon Jan 1 10:00:00 2024\nSubject: a\nContent-Type: multipart/alternative; boundary*0=x\n\n--x\n\nhtml\n--x\n"
                       "Content-Type: text/html; charset=utf-7\n\n<p>+AOk-\n--x--\n\nFrom b 2024:\nSubject: b\nContent-Type: text/plain; format=flowed; "
                       "delsp=yes\n\n> c \n> d\n",
            "flat": 'a.fodt\n<?xml version="1.0"?><office:document xmlns:office="o"><styles><list-style name="L"><l level="1" num-format="i"/></list-style>'
                    '</styles><body><text><list style-name="L"><list-item start-value="3"><p>a</p></list-item></list><table><table-row><table-cell '
                    'number-rows-spanned="2"><p>b</p></table-cell></table-row></table></text></body></office:document>',
            "notebook": 'a.ipynb\n{"cells":[{"cell_type":"markdown","source":["# a\\n","1. b<sup>2</sup>"]},{"cell_type":"code","source":"c","outputs":'
                        '[{"text":["\\u001b[0md"]}]}]}',
            "formulas": '<?xml version="1.0"?>\n<html><title/><p>a<sup>2</sup><math><mfrac><mi>b</mi><msqrt><mn>2</mn></msqrt></mfrac></math></p>'
                        '<ol start="4"><li>c</li></ol><table><tr><td rowspan="3">d</td></tr><tr><td>e</td></tr></table></html>',
            "code": "a.py\ndef a():\n    b\n\n    c\n\n\n}\nd\n", "text": "a.txt\n\u0041\u00ad\n b\ufb01c\r\n\r\nd\f"}.items():
        keep("document", name, content)
    names = ('xmlns:w="w" xmlns:t="t" xmlns:r="r" xmlns:office="o" xmlns:table="b" xmlns:draw="d" xmlns:svg="s"')
    packages = {
        "letter": {"word/document.xml": f'<w:document {names}><w:body><w:p><w:pPr><w:pStyle w:val="h"/></w:pPr><w:r><w:t>a</w:t><w:tab/>'
                   '<w:footnoteReference w:id="1"/></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
                   '</w:body></w:document>',
                   "word/styles.xml": f'<w:styles {names}><w:style w:styleId="h"><w:name w:val="heading 1"/><w:basedOn w:val="h"/></w:style></w:styles>',
                   "word/footnotes.xml": f'<w:footnotes {names}><w:footnote w:id="1"><w:t>c</w:t></w:footnote></w:footnotes>'},
        "talk": {"ppt/presentation.xml": f'<p {names}><sldIdLst><x id="1" r:id="a"/></sldIdLst><sldSz cx="9" cy="9"/></p>',
                 "ppt/_rels/presentation.xml.rels": '<R><R Id="a" Type="/slide" Target="s.xml"/></R>',
                 "ppt/s.xml": "<s><cSld><spTree><sp><txBody><p><r><t>a</t></r></p></txBody></sp></spTree></cSld></s>"},
        "sheet": {"xl/workbook.xml": f'<w {names}><sheets><s name="a" r:id="a"/></sheets></w>',
                  "xl/_rels/workbook.xml.rels": '<R><R Id="a" Type="/worksheet" Target="s.xml"/><R Id="b" Type="/styles" Target="y.xml"/></R>',
                  "xl/y.xml": '<s><numFmts><n numFmtId="164" formatCode="[Red]#,##0.0_);(0.0%)"/></numFmts><cellXfs><xf numFmtId="14"/>'
                              '<xf numFmtId="164"/></cellXfs></s>',
                  "xl/s.xml": '<s><sheetData><row><c r="B1" s="0"><v>45000.5</v></c><c t="b"><v>1</v></c><c s="1"><f>A1</f><v>-2</v></c></row>'
                              '</sheetData><mergeCells><m ref="A1:B2"/></mergeCells></s>'},
        "office": {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": f'<c {names}><body><text><h outline-level="1">a</h>'
                   '<list><p>b<s/><note><note-body><p>c</p></note-body></note></p></list><table><table-row><table-cell '
                   'number-columns-repeated="3"><p>d</p></table-cell></table-row></table></text><spreadsheet><table name="e"/></spreadsheet>'
                   '<presentation><page><frame class="title" x="1cm" width="2in"><p>f</p></frame></page></presentation></body></c>'},
        "book": {"mimetype": "application/epub+zip", "META-INF/container.xml": '<c><rootfiles><r full-path="b.opf"/></rootfiles></c>'
                 .replace("<r ", "<rootfile "), "b.opf": '<p><metadata><title>a</title></metadata><manifest><i id="a" href="c.html"/>'
                 '</manifest><spine><i idref="a"/></spine></p>', "c.html": "<h1>a</h1><p>b"}}
    for name, entries in packages.items():
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:  # stored, so that the search can change the XML
            for entry, content in entries.items():
                archive.writestr(zipfile.ZipInfo(entry), content)
        keep("document", name, b"a\n" + file.getvalue())


def write_figures():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 80, 80, 1, 0, 0, 0, 0))
           + chunk(b"IDAT", zlib.compress((b"\0" + b"\x55" * 10) * 80)) + chunk(b"IEND", b""))
    gif = b"GIF89a" + struct.pack("<HHBBB", 80, 80, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\2\2L\1\0;"
    for name, kind, image in (("page", "png", png), ("gif", "gif", gif)):
        source = base64.b64encode(image).decode()
        keep("figure", name, f'a.html\n<p>a<img alt="b" src="data:image/{kind};base64,{source}">c')
    body = '<w:p><w:r><inline><extent cx="1000000" cy="1000000"/><docPr descr="a"/><graphic><graphicData><pic><blipFill><blip r:embed="i"/>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in {
                "word/document.xml": f'<w:document xmlns:w="w" xmlns:r="r"><w:body>{body}</blipFill></pic></graphicData></graphic></inline>'
                                     '</w:r></w:p></w:body></w:document>',
                "word/_rels/document.xml.rels": '<a><Relationship Id="i" Type="image" Target="a.png"/></a>', "word/a.png": png}.items():
            archive.writestr(zipfile.ZipInfo(entry), content, zipfile.ZIP_DEFLATED)
    keep("figure", "letter", b"a.docx\n" + file.getvalue())


def write_document_streams():
    text = "Gr\u00fc\u00dfe\n\na\n".encode()
    block = struct.pack("<BBIII", 1, 2, 0, 7, 1) + struct.pack("<IIffff", 0, 7, 72, 80, 40, 12)
    part = struct.pack("<BffI", 1, 595, 842, len(text)) + text + struct.pack("<I", 2) + block + struct.pack("<BBIII", 0, 0, 9, 10, 0)
    end = struct.pack("<BBBI", 0, 1, 1, 1) + b"t"
    records = b"".join(kind + struct.pack("<I", len(rest)) + rest for kind, rest in ((b"P", part), (b"P", part), (b"E", end)))
    keep("document_stream", "two_pages", b"VGD1" + records)
    keep("document_stream", "isolated", b"VGD1I" + struct.pack("<IBB", 2, 1, 1) + records)
    figure = struct.pack("<BffI", 1, 595, 842, 10) + b"[Image 1]\n" + struct.pack("<I", 1) + (
        struct.pack("<BBIII", 5, 0, 0, 9, 1) + struct.pack("<IIffff", 0, 9, 72, 80, 200, 100))
    keep("document_stream", "figure", b"VGD1P" + struct.pack("<I", len(figure)) + figure + b"E" + struct.pack("<I", len(end)) + end)
    keep("page_stream", "page", b"VGI1" + struct.pack("<IIffII", 0, 3, 595, 842, 3, 2) + b"\x7f" * 24)
    keep("page_stream", "fault", b"VGI1" + struct.pack("<IIffII", 2, 0, 0, 0, 0, 0))


def write_answer_events():
    def chunk(delta, end=None, **more):
        return {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": end}]} | more

    def call(index, **function):
        return {"tool_calls": [{"index": index, "id": f"call_{index}", "type": "function", "function": function}]}

    usage = {"prompt_tokens": 11, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 7}}
    likely = {"token": "Yes", "logprob": -0.1, "top_logprobs": [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.5}]}
    probable = chunk({"content": "Yes"})
    probable["choices"][0]["logprobs"] = {"content": [likely]}
    for name, chunks in {
            "words": [chunk({"role": "assistant", "content": ""}), chunk({"content": "Gr\u00fc"}), chunk({"content": "\u00dfe"}), chunk({}, "stop"),
                      {"choices": [], "usage": usage}],
            "thoughts": [chunk({"reasoning_content": "Hm."}), chunk({"reasoning": "So."}), chunk({"content": [{"type": "text", "text": "Yes"}]}, "length")],
            "calls": [chunk(call(0, name="look", arguments="{\"a\":")), chunk(call(0, arguments=" 1}")),
                      chunk(call(1, name="read", arguments={"b": [1, {"c": None}]})), chunk({}, "tool_calls")],
            "tokens": [probable, chunk({}, "stop")],
            "unsure": [{"choices": [{"message": {"content": "Perhaps."}, "sure": False, "finish_reason": "stop"}]}],
            "error": [chunk({"content": "Yes"}), {"error": {"message": "out of memory", "code": 500}}]}.items():
        events = [json.dumps(chunk, ensure_ascii=False) for chunk in chunks] + ["[DONE]"]
        ends = "\r\n\r\n" if name == "calls" else "\n\n"
        keep("answer_events", name, ": here\nevent: answer" + ends + "".join(f"data: {event}{ends}" for event in events))


def write_tool_calls():
    keep("expression", "all", "round(-(1.5e2 + sqrt(2)) ^ 2 % 7 / 3!, 2) mod min(1, 2 * pi)")
    call = '{"name": "look", "arguments": {"a": [1, "b\\"", true]}}'
    for name, answer in {
            "hermes": f"Well.\n<tool_call>\n{call}\n</tool_call>", "mistral": f"[TOOL_CALLS]look[ARGS]{{}}[TOOL_CALLS][{call}]", "bare": call,
            "tags": "<tool_call><function=look><parameter=a>\n1\n</parameter></function></tool_call>",
            "pairs": "<tool_call>look<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>",
            "python": "<|tool_call_start|>[look(a='b', c=[1, {'d': None}])]<|tool_call_end|>",
            "gemma": '<|tool_call>call:look{a:<|"|>b<|"|>,c:[1,true]}<tool_call|>',
            "harmony": "<|channel|>commentary to=functions.look <|constrain|>json<|message|>{}",
            "deepseek": "<\uff5ctool\u2581calls\u2581begin\uff5c><\uff5ctool\u2581call\u2581begin\uff5c>function<\uff5ctool\u2581sep\uff5c>look\n```json\n{}\n```"
                        "<\uff5ctool\u2581call\u2581end\uff5c><\uff5ctool\u2581calls\u2581end\uff5c>"}.items():
        keep("tool_calls", name, answer)


for write in (write_gguf, write_safetensors, write_packed, write_configs, write_tokenizers, write_sentencepiece,
              write_templates, write_documents, write_figures, write_document_streams, write_answer_events, write_tool_calls):
    write()
