// The table of this instruction set.

template <typename Decoder>
static constexpr cpu::WeightKernels blockKernels()
{
    return {decodeBlocks<Decoder>, multiply<MultiplyBlocks<Decoder>>};
}

template <typename Reader>
static constexpr cpu::WeightKernels numberKernels()
{
    return {decodeNumbers<Reader>, multiply<MultiplyNumbers<Reader>>};
}

template <typename Rows>
static constexpr cpu::AttentionKernels attentionKernels()
{
    return {Rows::decode, score<Rows>, addValues<Rows>};
}

static constexpr cpu::KernelTable makeTable(const char* name)
{
    cpu::KernelTable table = {
        .name = name,
        .add = add,
        .multiply = multiply,
        .scale = scale,
        .cap = cap,
        .activate = {activate<Silu>, activate<GeluTanh>, activate<GeluErf>, activate<GeluQuick>,
            activate<Relu>, activate<Sigmoid>, activate<ReluSquared>},
        .gate = {gate<Silu>, gate<GeluTanh>, gate<GeluErf>, gate<GeluQuick>, gate<Relu>,
            gate<Sigmoid>, gate<ReluSquared>},
        .gateClamped = gateClamped,
        .addScaled = addScaled,
        .rmsNorm = rmsNorm,
        .layerNorm = layerNorm,
        .rotatePairs = rotatePairs,
        .rotateHalves = rotateHalves,
        .storeHalves = storeHalfRow,
        .storeBfloats = storeBfloatRow,
        .multiplyInterleavedFloats = multiplyInterleavedFloats,
        .width = F::width,
        .storedTokens = F::storedTokens,
        .attentionF32 = attentionKernels<NumberRows<ReadF32>>(),
        .attentionF16 = attentionKernels<NumberRows<ReadF16>>(),
        .attentionQ8 = attentionKernels<BlockRows<HalfOfQ8_0>>(),
        .attentionQ6 = attentionKernels<BlockRows<HalfOfCacheQ6>>(),
        .attentionQ4 = attentionKernels<BlockRows<HalfOfIQ4_NL>>(),
        .weighScores = weighScores,
        .attendTile = attendTile,
        .addState = addState,
        .addTileState = addTileState,
        .attendPanel = attendPanel,
        .weighRows = weighRows,
        .stepDelta = stepDelta,
        .stepScan = stepScan,
    };
    const auto weights
        = [&](DType type) -> cpu::WeightKernels& { return table.weights[int(type)]; };
    weights(DType::F32) = numberKernels<ReadF32>();
    weights(DType::F16) = numberKernels<ReadF16>();
    weights(DType::BF16) = numberKernels<ReadBF16>();
    weights(DType::Q4_0) = blockKernels<DecodeQ4_0>();
    weights(DType::Q8_0) = blockKernels<DecodeQ8_0>();
    weights(DType::Q4_K) = blockKernels<DecodeQ4_K>();
    weights(DType::Q5_K) = blockKernels<DecodeQ5_K>();
    weights(DType::Q6_K) = blockKernels<DecodeQ6_K>();
    weights(DType::MXFP4) = blockKernels<DecodeMXFP4>();
    return table;
}
