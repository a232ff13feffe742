"""Random decoders with Mamba-2, and what they compute: in float64, token by token.

Of make_tiny_models.py, which says what a function is handed.
"""

import math

import numpy as np

from tiny_state_models import convolve, silu


def sizes(config):
    """Groups, heads, the size of a state and the columns of a head."""
    if config["model_type"] == "nemotron_h":
        return (config["n_groups"], config["mamba_num_heads"], config["ssm_state_size"],
                config["mamba_head_dim"])
    return tuple(config["mamba_" + key] for key in ("n_groups", "n_heads", "d_state", "d_head"))


def mamba(config, tensors, layer, x, parts):
    groups, heads, state_size, head = sizes(config)
    inner, tokens = heads * head, len(x)
    widths = [inner, inner, groups * state_size, groups * state_size, heads]
    factors = np.repeat(config.get("ssm_multipliers", [1.0] * 5), widths)
    projected = (x @ tensors[layer + "in_proj.weight"].T) * factors
    gate, mixed, steps = np.split(projected, [inner, sum(widths[:4])], axis=1)
    mixed = silu(convolve(mixed, tensors[layer + "conv1d.weight"][:, 0]) + tensors[layer + "conv1d.bias"])
    v, b, c = np.split(mixed, [inner, inner + widths[2]], axis=1)
    v = v.reshape(tokens, heads, head)
    b, c = (np.repeat(part.reshape(tokens, groups, state_size), heads // groups, 1) for part in (b, c))
    steps = np.log1p(np.exp(steps + tensors[layer + "dt_bias"]))
    low, high = config.get("time_step_limit", [0.0, math.inf])
    steps = np.clip(steps, max(low, config.get("time_step_min", 0)), high)
    decay = np.exp(-np.exp(tensors[layer + "A_log"]) * steps)

    state, read = np.zeros((heads, head, state_size)), np.zeros((tokens, heads, head))
    for token in range(tokens):
        state *= decay[token][:, None, None]
        state += np.einsum("hp,hn->hpn", v[token] * steps[token][:, None], b[token])
        read[token] = np.einsum("hpn,hn->hp", state, c[token])
    read = (read + v * tensors[layer + "D"][:, None]).reshape(tokens, inner)

    def norm(values):
        weight = tensors[layer + "norm.weight"].reshape(groups, -1)
        epsilon = config.get("rms_norm_eps", config.get("layer_norm_epsilon"))
        return parts.rms_norm(values.reshape(tokens, groups, -1), weight, epsilon).reshape(tokens, -1)

    if not config.get("mamba_rms_norm", True):
        gated = read * silu(gate)
    elif config.get("mamba_norm_before_gate", False):
        gated = norm(read) * silu(gate)
    else:
        gated = norm(read * silu(gate))
    return gated @ tensors[layer + "out_proj.weight"].T


def attention(config, tensors, layer, x, parts, key_factor=1, turns=True):
    tokens, head = len(x), config["head_dim"]
    q, k, v = ((x @ tensors[layer + f"{name}_proj.weight"].T).reshape(tokens, -1, head)
               for name in "qkv")
    k = k * key_factor
    if turns:
        table = parts.rotary_table(config["rope_theta"], head, {}, tokens, 0)
        q, k = parts.rotate(q, *table), parts.rotate(k, *table)
    return parts.attend(q, k, v) @ tensors[layer + "o_proj.weight"].T


def falcon_h1_layer(config, tensors, block, hidden, kind, parts):
    norm = parts.rms_norm(hidden, tensors[block + "input_layernorm.weight"], config["rms_norm_eps"])
    attended = attention(config, tensors, block + "self_attn.",
                         norm * config["attention_in_multiplier"], parts, config["key_multiplier"])
    scanned = mamba(config, tensors, block + "mamba.", norm * config["ssm_in_multiplier"], parts)
    hidden = hidden + attended * config["attention_out_multiplier"] + scanned * config["ssm_out_multiplier"]
    x = parts.rms_norm(hidden, tensors[block + "pre_ff_layernorm.weight"], config["rms_norm_eps"])
    gate, up, down = (tensors[block + f"feed_forward.{name}_proj.weight"] for name in ("gate", "up", "down"))
    of_gate, of_all = config["mlp_multipliers"]
    return hidden + ((x @ up.T) * silu((x @ gate.T) * of_gate)) @ down.T * of_all


def granite_layer(config, tensors, block, hidden, kind, parts):
    factor = config["residual_multiplier"]
    norm = parts.rms_norm(hidden, tensors[block + "input_layernorm.weight"], config["rms_norm_eps"])
    if kind == "mamba":
        hidden = hidden + factor * mamba(config, tensors, block + "mamba.", norm, parts)
    else:  # scores are divided by the root of a head
        scale = config["attention_multiplier"] * math.sqrt(config["head_dim"])
        turns = config["position_embedding_type"] == "rope"
        hidden = hidden + factor * attention(config, tensors, block + "self_attn.", norm, parts, scale, turns)
    x = parts.rms_norm(hidden, tensors[block + "post_attention_layernorm.weight"], config["rms_norm_eps"])
    gate, up = np.split(x @ tensors[block + "shared_mlp.input_linear.weight"].T, 2, axis=1)
    return hidden + factor * ((silu(gate) * up) @ tensors[block + "shared_mlp.output_linear.weight"].T)


def nemotron_h_layer(config, tensors, block, hidden, kind, parts):
    x = parts.rms_norm(hidden, tensors[block + "norm.weight"], config["layer_norm_epsilon"])
    layer = block + "mixer."
    if kind == "M":
        return hidden + mamba(config, tensors, layer, x, parts)
    if kind == "*":
        return hidden + attention(config, tensors, layer, x, parts, turns=False)
    inner = np.maximum(x @ tensors[layer + "up_proj.weight"].T, 0) ** 2
    return hidden + inner @ tensors[layer + "down_proj.weight"].T


# Of each family: its step, its kinds of layers, and the names of embedding, blocks and last norm.
FAMILIES = {
    "falcon_h1": (falcon_h1_layer, lambda config: ["both"] * config["num_hidden_layers"],
                  ("model.embed_tokens", "model.layers.", "model.final_layernorm")),
    "granitemoehybrid": (granite_layer, lambda config: config["layer_types"],
                         ("model.embed_tokens", "model.layers.", "model.norm")),
    "nemotron_h": (nemotron_h_layer, lambda config: list(config["hybrid_override_pattern"]),
                   ("backbone.embeddings", "backbone.layers.", "backbone.norm_f")),
}


def decode(config, tensors, ids, parts):
    """As make_tiny_models.decode()."""
    step, kinds, (embedding, blocks, last) = FAMILIES[config["model_type"]]
    hidden = tensors[embedding + ".weight"][ids] * config.get("embedding_multiplier", 1)
    states = [hidden]
    for layer, kind in enumerate(kinds(config)):
        hidden = step(config, tensors, f"{blocks}{layer}.", hidden, kind, parts)
        states.append(hidden)
    epsilon = config.get("rms_norm_eps", config.get("layer_norm_epsilon"))
    states[-1] = parts.rms_norm(hidden, tensors[last + ".weight"], epsilon)
    head = tensors.get("lm_head.weight", tensors[embedding + ".weight"])
    factor = config.get("lm_head_multiplier", 1) / config.get("logits_scaling", 1)
    return states, states[-1] @ head.T * factor


def mamba_shapes(config, layer):
    groups, heads, state_size, head = sizes(config)
    inner = heads * head
    mixed = inner + 2 * groups * state_size
    yield layer + "in_proj.weight", (inner + mixed + heads, config["hidden_size"])
    yield layer + "conv1d.weight", (mixed, 1, 4)
    yield layer + "conv1d.bias", (mixed,)
    for name in ("A_log", "D", "dt_bias"):
        yield layer + name, (heads,)
    if config.get("mamba_rms_norm", True):
        yield layer + "norm.weight", (inner,)
    yield layer + "out_proj.weight", (config["hidden_size"], inner)


def attention_shapes(config, layer):
    hidden, head = config["hidden_size"], config["head_dim"]
    q, kv = config["num_attention_heads"] * head, config["num_key_value_heads"] * head
    for name, rows, columns in (("q", q, hidden), ("k", kv, hidden), ("v", kv, hidden), ("o", hidden, q)):
        yield layer + f"{name}_proj.weight", (rows, columns)


def shapes(config):
    hidden, inner = config["hidden_size"], config.get("intermediate_size", 0)
    _, kinds, (embedding, blocks, last) = FAMILIES[config["model_type"]]
    yield last + ".weight", (hidden,)
    if not config["tie_word_embeddings"]:
        yield "lm_head.weight", (config["vocab_size"], hidden)
    for layer, kind in enumerate(kinds(config)):
        block = f"{blocks}{layer}."
        if config["model_type"] == "nemotron_h":
            yield block + "norm.weight", (hidden,)
            if kind == "-":
                yield block + "mixer.up_proj.weight", (inner, hidden)
                yield block + "mixer.down_proj.weight", (hidden, inner)
            else:
                yield from (mamba_shapes if kind == "M" else attention_shapes)(config, block + "mixer.")
            continue
        yield block + "input_layernorm.weight", (hidden,)
        if kind != "attention":
            yield from mamba_shapes(config, block + "mamba.")
        if kind != "mamba":
            yield from attention_shapes(config, block + "self_attn.")
        if kind == "both":
            yield block + "pre_ff_layernorm.weight", (hidden,)
            for name, shape in (("gate", (inner, hidden)), ("up", (inner, hidden)), ("down", (hidden, inner))):
                yield block + f"feed_forward.{name}_proj.weight", shape
            continue
        shared = config["shared_intermediate_size"]
        yield block + "post_attention_layernorm.weight", (hidden,)
        yield block + "shared_mlp.input_linear.weight", (2 * shared, hidden)
        yield block + "shared_mlp.output_linear.weight", (hidden, shared)


def random_tensors(config, seed, bf16):
    random = np.random.default_rng(seed)
    embedding = FAMILIES[config["model_type"]][2][0]
    tensors = {embedding + ".weight": bf16(random.normal(0, 1, (config["vocab_size"], config["hidden_size"])))}
    for name, shape in shapes(config):
        if len(shape) > 1:
            scale = 3.0 if name == "lm_head.weight" else 1.5
            tensors[name] = bf16(random.normal(0, scale / math.sqrt(shape[-1]), shape))
        else:
            middle = 1.0 if "norm" in name or name.endswith(".D") else -1.0 if "dt_bias" in name else 0.0
            tensors[name] = bf16(random.normal(middle, 0.3, shape))
    return tensors


def configs(make_config):
    """The models by name."""
    falcon = make_config(
        "falcon_h1", num_hidden_layers=2, mamba_d_conv=4, mamba_d_head=8, mamba_d_ssm=48,
        mamba_d_state=12, mamba_n_groups=2, mamba_n_heads=6, mamba_expand=2, mamba_rms_norm=True,
        mamba_norm_before_gate=True, mamba_use_mlp=True, mamba_chunk_size=32,
        attention_in_multiplier=0.9, attention_out_multiplier=0.8, embedding_multiplier=1.5,
        key_multiplier=0.5, lm_head_multiplier=0.75, mlp_multipliers=[0.8, 0.6],
        ssm_in_multiplier=1.25, ssm_multipliers=[0.7, 0.5, 0.6, 0.8, 0.9], ssm_out_multiplier=0.5,
        attn_layer_indices=None)
    granite = make_config(
        "granitemoehybrid", num_hidden_layers=4, layer_types=["mamba", "mamba", "attention", "mamba"],
        mamba_d_conv=4, mamba_d_head=8, mamba_d_state=16, mamba_n_groups=1, mamba_n_heads=8,
        mamba_expand=2, mamba_chunk_size=32, num_local_experts=0, num_experts_per_tok=0,
        shared_intermediate_size=40, attention_multiplier=0.2, embedding_multiplier=0.3,
        logits_scaling=2, residual_multiplier=0.6, position_embedding_type="nope",
        normalization_function="rmsnorm", tie_word_embeddings=True)
    nemotron = make_config(
        "nemotron_h", num_hidden_layers=5, hybrid_override_pattern="M-M*-", mamba_num_heads=8,
        mamba_head_dim=8, n_groups=2, ssm_state_size=12, conv_kernel=4, expand=2,
        layer_norm_epsilon=1e-5, mlp_hidden_act="relu2", time_step_min=0.001, time_step_max=0.1,
        time_step_floor=0.0001, chunk_size=32)
    for key in ("rms_norm_eps", "hidden_act", "rope_scaling"):
        del nemotron[key]
    return {"tiny-falcon_h1": falcon, "tiny-granitemoehybrid": granite, "tiny-nemotron_h": nemotron}
