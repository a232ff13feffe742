"""A random decoder with latent attention and experts, and what it computes: in float64, with keys
and values of every head, token by token.

Of make_tiny_models.py, which says what a function is handed.
"""

import math

import numpy as np


def rotate_pairs(x, frequencies, magnitude):
    """x [tokens, heads, head]; the sides of a pair are neighbors."""
    angle = np.arange(x.shape[0])[:, None, None] * frequencies
    cosine, sine = np.cos(angle) * magnitude, np.sin(angle) * magnitude
    turned = np.empty_like(x)
    turned[..., 0::2] = x[..., 0::2] * cosine - x[..., 1::2] * sine
    turned[..., 1::2] = x[..., 0::2] * sine + x[..., 1::2] * cosine
    return turned


def magnitude(factor, scale):
    return 0.1 * scale * math.log(factor) + 1


def attention(config, tensors, layer, x, parts):
    tokens, heads = len(x), config["num_attention_heads"]
    plain, rotated = config["qk_nope_head_dim"], config["qk_rope_head_dim"]
    rank, value, epsilon = config["kv_lora_rank"], config["v_head_dim"], 1e-6
    low = parts.rms_norm(x @ tensors[layer + "q_a_proj.weight"].T,
                         tensors[layer + "q_a_layernorm.weight"], epsilon)
    q = (low @ tensors[layer + "q_b_proj.weight"].T).reshape(tokens, heads, plain + rotated)
    both = x @ tensors[layer + "kv_a_proj_with_mqa.weight"].T
    latent = parts.rms_norm(both[:, :rank], tensors[layer + "kv_a_layernorm.weight"], epsilon)
    of_heads = (latent @ tensors[layer + "kv_b_proj.weight"].T).reshape(tokens, heads, plain + value)
    scaling = config["rope_scaling"]
    factor, of_all = scaling["factor"], magnitude(scaling["factor"], scaling["mscale_all_dim"])
    frequencies, _ = parts.rotary_table(config["rope_theta"], rotated, scaling, tokens, 0)
    table = frequencies, magnitude(factor, scaling["mscale"]) / of_all
    q_rotated = rotate_pairs(q[..., plain:], *table)
    k_rotated = rotate_pairs(both[:, None, rank:], *table)
    scores = np.einsum("qhd,khd->hqk", q[..., :plain], of_heads[..., :plain])
    scores = scores + np.einsum("qhd,kd->hqk", q_rotated, k_rotated[:, 0])
    scores = scores * of_all ** 2 / math.sqrt(plain + rotated)
    scores = np.where(np.tril(np.ones((tokens, tokens), bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    mixed = np.einsum("hqk,khd->qhd", weights, of_heads[..., plain:]).reshape(tokens, -1)
    return mixed @ tensors[layer + "o_proj.weight"].T


def experts(config, tensors, block, x, parts):
    """Sigmoids choose with their biases: first groups by their two best, then experts in these."""
    count, groups = config["n_routed_experts"], config["n_group"]
    shares = 1 / (1 + np.exp(-(x @ tensors[block + "mlp.gate.weight"].T)))
    choices = shares + tensors[block + "mlp.gate.e_score_correction_bias"]
    out = parts.mlp(tensors, block + "mlp.shared_experts.", x)
    for token, choice in enumerate(choices):
        grouped = choice.reshape(groups, count // groups)
        best = np.argsort(-np.sort(grouped)[:, -2:].sum(-1))[:config["topk_group"]]
        allowed = np.full_like(grouped, -np.inf)
        allowed[best] = grouped[best]
        chosen = np.argsort(-allowed.reshape(-1))[:config["num_experts_per_tok"]]
        factors = shares[token, chosen] / shares[token, chosen].sum()
        for expert, share in zip(chosen, factors * config["routed_scaling_factor"]):
            of_expert = block + f"mlp.experts.{expert}."
            out[token] += share * parts.mlp(tensors, of_expert, x[token])
    return out


def decode(config, tensors, ids, parts):
    """As make_tiny_models.decode()."""
    epsilon = config["rms_norm_eps"]
    hidden = tensors["model.embed_tokens.weight"][ids]
    states = [hidden]
    for layer in range(config["num_hidden_layers"]):
        block = f"model.layers.{layer}."
        norm = parts.rms_norm(hidden, tensors[block + "input_layernorm.weight"], epsilon)
        hidden = hidden + attention(config, tensors, block + "self_attn.", norm, parts)
        norm = parts.rms_norm(hidden, tensors[block + "post_attention_layernorm.weight"], epsilon)
        if layer < config["first_k_dense_replace"]:
            hidden = hidden + parts.mlp(tensors, block + "mlp.", norm)
        else:
            hidden = hidden + experts(config, tensors, block, norm, parts)
        states.append(hidden)
    states[-1] = parts.rms_norm(hidden, tensors["model.norm.weight"], epsilon)
    return states, states[-1] @ tensors["lm_head.weight"].T


def shapes(config):
    hidden, heads = config["hidden_size"], config["num_attention_heads"]
    plain, rotated = config["qk_nope_head_dim"], config["qk_rope_head_dim"]
    rank, low, value = config["kv_lora_rank"], config["q_lora_rank"], config["v_head_dim"]
    yield "model.norm.weight", (hidden,)
    yield "lm_head.weight", (config["vocab_size"], hidden)

    def mlp(name, inner):
        for part, shape in (("gate", (inner, hidden)), ("up", (inner, hidden)), ("down", (hidden, inner))):
            yield f"{name}{part}_proj.weight", shape

    for layer in range(config["num_hidden_layers"]):
        block = f"model.layers.{layer}."
        yield block + "input_layernorm.weight", (hidden,)
        yield block + "post_attention_layernorm.weight", (hidden,)
        part = block + "self_attn."
        yield part + "q_a_proj.weight", (low, hidden)
        yield part + "q_a_layernorm.weight", (low,)
        yield part + "q_b_proj.weight", (heads * (plain + rotated), low)
        yield part + "kv_a_proj_with_mqa.weight", (rank + rotated, hidden)
        yield part + "kv_a_layernorm.weight", (rank,)
        yield part + "kv_b_proj.weight", (heads * (plain + value), rank)
        yield part + "o_proj.weight", (hidden, heads * value)
        if layer < config["first_k_dense_replace"]:
            yield from mlp(block + "mlp.", config["intermediate_size"])
            continue
        yield block + "mlp.gate.weight", (config["n_routed_experts"], hidden)
        yield block + "mlp.gate.e_score_correction_bias", (config["n_routed_experts"],)
        inner = config["moe_intermediate_size"]
        yield from mlp(block + "mlp.shared_experts.", inner * config["n_shared_experts"])
        for expert in range(config["n_routed_experts"]):
            yield from mlp(block + f"mlp.experts.{expert}.", inner)


def random_tensors(config, seed, bf16):
    random = np.random.default_rng(seed)
    hidden = config["hidden_size"]
    tensors = {"model.embed_tokens.weight": bf16(random.normal(0, 1, (config["vocab_size"], hidden)))}
    for name, shape in shapes(config):
        if len(shape) > 1:
            scale = 3.0 if name == "lm_head.weight" else 1.5
            tensors[name] = bf16(random.normal(0, scale / math.sqrt(shape[-1]), shape))
        else:
            mean = 0.0 if name.endswith("bias") else 1.0
            tensors[name] = bf16(random.normal(mean, 0.2, shape))
    return tensors


def config(make_config):
    """Both of YaRN's factors show, because mscale and mscale_all_dim differ."""
    deepseek = make_config(
        "deepseek_v3", num_hidden_layers=3, num_key_value_heads=4, rms_norm_eps=1e-5,
        q_lora_rank=20, kv_lora_rank=16, qk_nope_head_dim=8, qk_rope_head_dim=4, v_head_dim=10,
        first_k_dense_replace=1, n_routed_experts=8, num_experts_per_tok=2, n_group=4, topk_group=2,
        n_shared_experts=1, moe_intermediate_size=12, norm_topk_prob=True, routed_scaling_factor=1.5,
        scoring_func="sigmoid", topk_method="noaux_tc",
        rope_scaling={"type": "yarn", "rope_type": "yarn", "factor": 4.0, "mscale": 1.0,
                      "mscale_all_dim": 0.7, "original_max_position_embeddings": 256})
    del deepseek["head_dim"]
    return deepseek
