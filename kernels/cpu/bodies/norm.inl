// Norms of one row of n floats.

// out = x / sqrt(mean(x²) + epsilon) · weight
static void rmsNorm(float* out, const float* x, const float* weight, int64_t n, float epsilon)
{
    F squares = F::all(0);
    for (int64_t i = 0; i < n; i += F::width) {
        const F v = F::load(x + i, n - i);
        squares = mulAdd(v, v, squares);
    }
    const F factor = F::all(1 / __builtin_sqrtf(sum(squares) / float(n) + epsilon));
    for (int64_t i = 0; i < n; i += F::width)
        (F::load(x + i, n - i) * factor * F::load(weight + i, n - i)).store(out + i, n - i);
}

// Σ (x − mean)²
static inline float squaredDistance(const float* x, float mean, int64_t n)
{
    F squares = F::all(0);
    int64_t i = 0;
    for (; i + F::width <= n; i += F::width) {
        const F v = F::load(x + i) - F::all(mean);
        squares = mulAdd(v, v, squares);
    }
    float total = sum(squares);
    for (; i < n; ++i) // not by a masked load: what it leaves out would count as 0 − mean
        total += (x[i] - mean) * (x[i] - mean);
    return total;
}

// out = (x − mean(x)) / sqrt(variance(x) + epsilon) · weight + bias
static void layerNorm(
    float* out, const float* x, const float* weight, const float* bias, int64_t n, float epsilon)
{
    F total = F::all(0);
    for (int64_t i = 0; i < n; i += F::width)
        total = total + F::load(x + i, n - i);
    const float mean = sum(total) / float(n);
    const float variance = squaredDistance(x, mean, n) / float(n);

    const F factor = F::all(1 / __builtin_sqrtf(variance + epsilon));
    for (int64_t i = 0; i < n; i += F::width) {
        const int64_t left = n - i;
        const F normed = (F::load(x + i, left) - F::all(mean)) * factor;
        mulAdd(normed, F::load(weight + i, left), F::load(bias + i, left)).store(out + i, left);
    }
}
