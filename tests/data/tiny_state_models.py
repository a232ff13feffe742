"""Random decoders with layers that keep a state, and what they compute: in float64, token by token.

Of make_tiny_models.py, which says what a function is handed.
"""

import math

import numpy as np

FAMILIES = ("lfm2", "qwen3_5_text", "qwen3_next")


def silu(x):
    return x / (1 + np.exp(-x))


def convolve(x, weight):
    """A causal convolution of each column by itself: x [tokens, columns], weight [columns, taps]."""
    taps = weight.shape[1]
    padded = np.concatenate([np.zeros((taps - 1, x.shape[1])), x])
    return sum(padded[tap:tap + len(x)] * weight[:, tap] for tap in range(taps))


def unit(x):
    return x / np.sqrt((x * x).sum(-1, keepdims=True) + 1e-6)


def joined_projections(config, tensors, layer, x):
    """Of Qwen3-Next, where the rows of one key head follow another's."""
    key_heads, tokens = config["linear_num_key_heads"], len(x)
    per_key = config["linear_num_value_heads"] // key_heads
    key, values = config["linear_key_head_dim"], per_key * config["linear_value_head_dim"]
    inputs = (x @ tensors[layer + "in_proj_qkvz.weight"].T).reshape(tokens, key_heads, -1)
    rates = (x @ tensors[layer + "in_proj_ba.weight"].T).reshape(tokens, key_heads, -1)
    q, k, v, z = (part.reshape(tokens, -1)
                  for part in np.split(inputs, [key, 2 * key, 2 * key + values], axis=2))
    b, a = (part.reshape(tokens, -1) for part in np.split(rates, [per_key], axis=2))
    return {"qkv": np.concatenate([q, k, v], axis=1), "z": z, "a": a, "b": b}


def delta_net(config, tensors, block, x, rms_norm):
    """Gated DeltaNet, as Qwen 3.5 has it."""
    key_heads, heads = config["linear_num_key_heads"], config["linear_num_value_heads"]
    key, value = config["linear_key_head_dim"], config["linear_value_head_dim"]
    tokens, layer = len(x), block + "linear_attn."
    if config["model_type"] == "qwen3_next":
        project = joined_projections(config, tensors, layer, x)
    else:
        project = {name: x @ tensors[layer + f"in_proj_{name}.weight"].T
                   for name in ("qkv", "z", "a", "b")}
    mixed = silu(convolve(project["qkv"], tensors[layer + "conv1d.weight"][:, 0]))
    q, k, v = np.split(mixed, [key_heads * key, 2 * key_heads * key], axis=1)
    q = np.repeat(unit(q.reshape(tokens, key_heads, key)), heads // key_heads, 1) / math.sqrt(key)
    k = np.repeat(unit(k.reshape(tokens, key_heads, key)), heads // key_heads, 1)
    v = v.reshape(tokens, heads, value)
    decay = np.exp(-np.exp(tensors[layer + "A_log"])
                   * np.log1p(np.exp(project["a"] + tensors[layer + "dt_bias"])))
    strength = 1 / (1 + np.exp(-project["b"]))

    state, read = np.zeros((heads, key, value)), np.zeros((tokens, heads, value))
    for token in range(tokens):
        state *= decay[token][:, None, None]
        seen = np.einsum("hkv,hk->hv", state, k[token])
        change = (v[token] - seen) * strength[token][:, None]
        state += np.einsum("hk,hv->hkv", k[token], change)
        read[token] = np.einsum("hkv,hk->hv", state, q[token])
    normed = rms_norm(read, tensors[layer + "norm.weight"], config["rms_norm_eps"])
    gated = normed.reshape(tokens, -1) * silu(project["z"])
    return gated @ tensors[layer + "out_proj.weight"].T


def gated_attention(config, tensors, block, x, parts):
    """Attention whose queries bring a gate along; a part of each head is turned."""
    tokens, head, heads = len(x), config["head_dim"], config["num_attention_heads"]
    layer, epsilon = block + "self_attn.", config["rms_norm_eps"]
    both = (x @ tensors[layer + "q_proj.weight"].T).reshape(tokens, heads, 2 * head)
    q, gate = both[..., :head], both[..., head:].reshape(tokens, -1)
    k = (x @ tensors[layer + "k_proj.weight"].T).reshape(tokens, -1, head)
    v = (x @ tensors[layer + "v_proj.weight"].T).reshape(tokens, -1, head)
    q = parts.rms_norm(q, 1 + tensors[layer + "q_norm.weight"], epsilon)
    k = parts.rms_norm(k, 1 + tensors[layer + "k_norm.weight"], epsilon)
    rope = config.get("rope_parameters", config)
    turned = int(head * rope["partial_rotary_factor"])
    table = parts.rotary_table(rope["rope_theta"], turned, {}, tokens, 0)
    q, k = (np.concatenate([parts.rotate(part[..., :turned], *table), part[..., turned:]], -1)
            for part in (q, k))
    mixed = parts.attend(q, k, v) / (1 + np.exp(-gate))
    return mixed @ tensors[layer + "o_proj.weight"].T


def mixture(config, tensors, block, x, parts):
    """The experts with the highest scores, and a shared MLP times a gate."""
    scores = x @ tensors[block + "mlp.gate.weight"].T
    out = np.zeros_like(x)
    for token, row in enumerate(scores):
        chosen = np.argsort(-row)[:config["num_experts_per_tok"]]
        weights = np.exp(row[chosen] - row.max())
        for expert, weight in zip(chosen, weights / weights.sum()):
            own = {f"mlp.{name}_proj.weight":
                   tensors[block + f"mlp.experts.{expert}.{name}_proj.weight"]
                   for name in ("gate", "up", "down")}
            out[token] += weight * parts.mlp(own, "mlp.", x[token])
    shared = {f"mlp.{name}_proj.weight": tensors[block + f"mlp.shared_expert.{name}_proj.weight"]
              for name in ("gate", "up", "down")}
    gate = 1 / (1 + np.exp(-(x @ tensors[block + "mlp.shared_expert_gate.weight"].T)))
    return out + gate * parts.mlp(shared, "mlp.", x)


def qwen3_5_layer(config, tensors, block, hidden, layer_type, parts):
    epsilon = config["rms_norm_eps"]
    norm = parts.rms_norm(hidden, 1 + tensors[block + "input_layernorm.weight"], epsilon)
    if layer_type == "linear_attention":
        hidden = hidden + delta_net(config, tensors, block, norm, parts.rms_norm)
    else:
        hidden = hidden + gated_attention(config, tensors, block, norm, parts)
    norm = parts.rms_norm(hidden, 1 + tensors[block + "post_attention_layernorm.weight"], epsilon)
    if "num_experts" in config:
        return hidden + mixture(config, tensors, block, norm, parts)
    return hidden + parts.mlp(tensors, block + "mlp.", norm)


def short_convolution(tensors, block, x):
    mixed = x @ tensors[block + "conv.in_proj.weight"].T
    b, c, v = np.split(mixed, 3, axis=1)
    read = c * convolve(b * v, tensors[block + "conv.conv.weight"][:, 0])
    return read @ tensors[block + "conv.out_proj.weight"].T


def plain_attention(config, tensors, block, x, parts):
    tokens, head = len(x), config["hidden_size"] // config["num_attention_heads"]
    layer, epsilon = block + "self_attn.", config["norm_eps"]
    q, k, v = ((x @ tensors[layer + f"{name}_proj.weight"].T).reshape(tokens, -1, head)
               for name in "qkv")
    q = parts.rms_norm(q, tensors[layer + "q_layernorm.weight"], epsilon)
    k = parts.rms_norm(k, tensors[layer + "k_layernorm.weight"], epsilon)
    table = parts.rotary_table(config["rope_theta"], head, {}, tokens, 0)
    mixed = parts.attend(parts.rotate(q, *table), parts.rotate(k, *table), v)
    return mixed @ tensors[layer + "out_proj.weight"].T


def lfm2_layer(config, tensors, block, hidden, layer_type, parts):
    norm = parts.rms_norm(hidden, tensors[block + "operator_norm.weight"], config["norm_eps"])
    if layer_type == "conv":
        hidden = hidden + short_convolution(tensors, block, norm)
    else:
        hidden = hidden + plain_attention(config, tensors, block, norm, parts)
    x = parts.rms_norm(hidden, tensors[block + "ffn_norm.weight"], config["norm_eps"])
    gate, down, up = (tensors[block + f"feed_forward.w{number}.weight"] for number in (1, 2, 3))
    return hidden + (silu(x @ gate.T) * (x @ up.T)) @ down.T


def decode(config, tensors, ids, parts):
    """As make_tiny_models.decode()."""
    is_lfm2 = config["model_type"] == "lfm2"
    hidden = tensors["model.embed_tokens.weight"][ids]
    states = [hidden]
    for layer, layer_type in enumerate(config["layer_types"]):
        step = lfm2_layer if is_lfm2 else qwen3_5_layer
        hidden = step(config, tensors, f"model.layers.{layer}.", hidden, layer_type, parts)
        states.append(hidden)
    weight = tensors["model.embedding_norm.weight"] if is_lfm2 else 1 + tensors["model.norm.weight"]
    states[-1] = parts.rms_norm(hidden, weight, config.get("norm_eps", config.get("rms_norm_eps")))
    head = tensors.get("lm_head.weight", tensors["model.embed_tokens.weight"])
    return states, states[-1] @ head.T


def lfm2_shapes(config):
    hidden = config["hidden_size"]
    head = hidden // config["num_attention_heads"]
    kv = config["num_key_value_heads"] * head
    inner = config["block_multiple_of"] * math.ceil(
        int(2 * config["block_ff_dim"] / 3) / config["block_multiple_of"])
    yield "model.embedding_norm.weight", (hidden,)
    for layer, layer_type in enumerate(config["layer_types"]):
        block = f"model.layers.{layer}."
        yield block + "operator_norm.weight", (hidden,)
        yield block + "ffn_norm.weight", (hidden,)
        for name, shape in (("w1", (inner, hidden)), ("w2", (hidden, inner)), ("w3", (inner, hidden))):
            yield block + f"feed_forward.{name}.weight", shape
        if layer_type == "conv":
            yield block + "conv.in_proj.weight", (3 * hidden, hidden)
            yield block + "conv.conv.weight", (hidden, 1, config["conv_L_cache"])
            yield block + "conv.out_proj.weight", (hidden, hidden)
            continue
        for name, rows in (("q", hidden), ("k", kv), ("v", kv), ("out", hidden)):
            yield block + f"self_attn.{name}_proj.weight", (rows, hidden)
        for name in "qk":
            yield block + f"self_attn.{name}_layernorm.weight", (head,)


def mlp_shapes(config, block):
    def gated(name, inner, hidden=config["hidden_size"]):
        for part, shape in (("gate", (inner, hidden)), ("up", (inner, hidden)), ("down", (hidden, inner))):
            yield block + f"mlp.{name}{part}_proj.weight", shape

    if "num_experts" not in config:
        yield from gated("", config["intermediate_size"])
        return
    yield block + "mlp.gate.weight", (config["num_experts"], config["hidden_size"])
    yield block + "mlp.shared_expert_gate.weight", (1, config["hidden_size"])
    yield from gated("shared_expert.", config["shared_expert_intermediate_size"])
    for expert in range(config["num_experts"]):
        yield from gated(f"experts.{expert}.", config["moe_intermediate_size"])


def qwen3_5_shapes(config):
    hidden, head = config["hidden_size"], config["head_dim"]
    q, kv = config["num_attention_heads"] * head, config["num_key_value_heads"] * head
    heads = config["linear_num_value_heads"]
    values = heads * config["linear_value_head_dim"]
    mixed = 2 * config["linear_num_key_heads"] * config["linear_key_head_dim"] + values
    yield "model.norm.weight", (hidden,)
    yield "lm_head.weight", (config["vocab_size"], hidden)
    for layer, layer_type in enumerate(config["layer_types"]):
        block = f"model.layers.{layer}."
        yield block + "input_layernorm.weight", (hidden,)
        yield block + "post_attention_layernorm.weight", (hidden,)
        yield from mlp_shapes(config, block)
        if layer_type == "linear_attention":
            part = block + "linear_attn."
            projections = (("qkv", mixed), ("z", values), ("a", heads), ("b", heads))
            if config["model_type"] == "qwen3_next":
                projections = (("qkvz", mixed + values), ("ba", 2 * heads))
            for name, rows in projections:
                yield part + f"in_proj_{name}.weight", (rows, hidden)
            yield part + "out_proj.weight", (hidden, values)
            yield part + "conv1d.weight", (mixed, 1, config["linear_conv_kernel_dim"])
            for name, shape in (("A_log", (heads,)), ("dt_bias", (heads,)),
                                ("norm.weight", (config["linear_value_head_dim"],))):
                yield part + name, shape
            continue
        for name, rows, columns in (("q", 2 * q, hidden), ("k", kv, hidden), ("v", kv, hidden),
                                    ("o", hidden, q)):
            yield block + f"self_attn.{name}_proj.weight", (rows, columns)
        for name in "qk":
            yield block + f"self_attn.{name}_norm.weight", (head,)


def random_tensors(config, seed, bf16):
    random = np.random.default_rng(seed)
    is_lfm2 = config["model_type"] == "lfm2"
    hidden = config["hidden_size"]
    tensors = {"model.embed_tokens.weight": bf16(random.normal(0, 1, (config["vocab_size"], hidden)))}
    for name, shape in lfm2_shapes(config) if is_lfm2 else qwen3_5_shapes(config):
        if len(shape) > 1:
            scale = 3.0 if name == "lm_head.weight" else 1.5
            tensors[name] = bf16(random.normal(0, scale / math.sqrt(shape[-1]), shape))
        else:
            stored_whole = is_lfm2 or name.endswith("linear_attn.norm.weight")
            tensors[name] = bf16(random.normal(1.0 if stored_whole else 0.0, 0.2, shape))
    return tensors


def configs(make_config):
    """The models by name."""
    qwen3_5 = make_config(
        "qwen3_5_text", num_hidden_layers=4, head_dim=16, rms_norm_eps=1e-6,
        layer_types=3 * ["linear_attention"] + ["full_attention"], full_attention_interval=4,
        attn_output_gate=True, linear_conv_kernel_dim=4, linear_key_head_dim=8,
        linear_value_head_dim=12, linear_num_key_heads=2, linear_num_value_heads=4,
        mamba_ssm_dtype="float32",
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5,
                         "mrope_interleaved": True, "mrope_section": [2, 1, 1]})
    qwen3_next = make_config(
        "qwen3_next", num_hidden_layers=4, head_dim=16, rms_norm_eps=1e-6,
        layer_types=3 * ["linear_attention"] + ["full_attention"],
        linear_conv_kernel_dim=4, linear_key_head_dim=8, linear_value_head_dim=12,
        linear_num_key_heads=2, linear_num_value_heads=4, partial_rotary_factor=0.5,
        decoder_sparse_step=1, mlp_only_layers=[], moe_intermediate_size=16, norm_topk_prob=True,
        num_experts=6, num_experts_per_tok=2, shared_expert_intermediate_size=24)
    lfm2 = make_config(
        "lfm2", num_hidden_layers=4, block_ff_dim=66, block_multiple_of=16,
        block_ffn_dim_multiplier=1.0, block_auto_adjust_ff_dim=True, norm_eps=1e-5,
        layer_types=["conv", "conv", "full_attention", "conv"], conv_L_cache=3, conv_bias=False,
        tie_embedding=True)
    for key in ("rope_theta", "rope_scaling"):
        del qwen3_5[key]
    for key in ("head_dim", "hidden_act", "rms_norm_eps", "rope_scaling", "attention_bias",
                "intermediate_size", "tie_word_embeddings"):
        del lfm2[key]
    return {"tiny-qwen3_5": qwen3_5, "tiny-lfm2": lfm2, "tiny-qwen3_next": qwen3_next}
