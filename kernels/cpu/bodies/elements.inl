// What is done element by element, over n floats.

static void add(float* into, const float* delta, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width)
        (F::load(into + i, n - i) + F::load(delta + i, n - i)).store(into + i, n - i);
}

static void multiply(float* into, const float* factors, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width)
        (F::load(into + i, n - i) * F::load(factors + i, n - i)).store(into + i, n - i);
}

static void scale(float* x, float factor, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width)
        (F::load(x + i, n - i) * F::all(factor)).store(x + i, n - i);
}

static void cap(float* x, float limit, int64_t n)
{
    const F max = F::all(limit);
    for (int64_t i = 0; i < n; i += F::width)
        (max * hyperbolicTangent(F::load(x + i, n - i) / max)).store(x + i, n - i);
}

struct Silu {
    static inline F of(F x) { return x * sigmoid(x); }
};

// ½ (1 + tanh u) = sigmoid(2u), which loses no digits where x is far below 0.
struct GeluTanh {
    static inline F of(F x)
    {
        const F cubic = mulAdd(x * x * x, F::all(0.044715f), x);
        return x * sigmoid(F::all(2 * 0.797884561f) * cubic);
    }
};

struct GeluErf {
    static inline F of(F x)
    {
        const F tail = complementaryError(absolute(x) * F::all(0.707106781f));
        return F::all(0.5f) * x * ifLess(x, F::all(0), tail, F::all(2) - tail);
    }
};

struct GeluQuick {
    static inline F of(F x) { return x * sigmoid(F::all(1.702f) * x); }
};

struct Relu {
    static inline F of(F x) { return atLeast(F::all(0), x); }
};

struct Sigmoid {
    static inline F of(F x) { return sigmoid(x); }
};

struct ReluSquared {
    static inline F of(F x) { return Relu::of(x) * Relu::of(x); }
};

template <typename Activation>
static void activate(float* x, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width)
        Activation::of(F::load(x + i, n - i)).store(x + i, n - i);
}

template <typename Activation>
static void gate(float* gate, const float* up, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width) {
        const F activated = Activation::of(F::load(gate + i, n - i));
        (activated * F::load(up + i, n - i)).store(gate + i, n - i);
    }
}

static void gateClamped(float* gate, const float* up, float limit, int64_t n)
{
    const F max = F::all(limit), min = F::all(-limit);
    for (int64_t i = 0; i < n; i += F::width) {
        const F opened = GeluQuick::of(atMost(max, F::load(gate + i, n - i)));
        const F x = atLeast(min, atMost(max, F::load(up + i, n - i)));
        (opened * (x + F::all(1))).store(gate + i, n - i);
    }
}

static void addScaled(float* into, const float* x, float factor, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width) {
        const F sum = mulAdd(F::load(x + i, n - i), F::all(factor), F::load(into + i, n - i));
        sum.store(into + i, n - i);
    }
}

static void rotatePairs(float* x, const float* cosines, const float* sines, int64_t pairs)
{
    for (int64_t i = 0; i < pairs; ++i) {
        const float first = x[2 * i], second = x[2 * i + 1];
        x[2 * i] = first * cosines[i] - second * sines[i];
        x[2 * i + 1] = first * sines[i] + second * cosines[i];
    }
}

static void rotateHalves(float* x, const float* cosines, const float* sines, int64_t pairs)
{
    for (int64_t i = 0; i < pairs; i += F::width) {
        const int64_t left = pairs - i;
        const F first = F::load(x + i, left), second = F::load(x + pairs + i, left);
        const F cosine = F::load(cosines + i, left), sine = F::load(sines + i, left);
        (first * cosine - second * sine).store(x + i, left);
        (first * sine + second * cosine).store(x + pairs + i, left);
    }
}

static void storeHalfRow(uint16_t* out, const float* x, int64_t n)
{
    for (int64_t i = 0; i < n; i += F::width)
        storeHalves(F::load(x + i, n - i), out + i, n - i);
}

static void storeBfloatRow(uint16_t* out, const float* x, int64_t n)
{
    for (int64_t i = 0; i < n; ++i)
        out[i] = bfloatFromFloat(x[i]);
}
