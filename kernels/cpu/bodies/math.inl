// Functions of a whole vector. Accurate to a few units in the last place; nothing here converts
// floats to integers, so that no input is undefined. Not-a-number in, not-a-number out.

// n = round(x / ln 2); eˣ = 2ⁿ · eʳ with |r| ≤ ½ ln 2.
struct PowerOfTwo {
    // Added, it pushes all but the integer part out of the mantissa. The lowest bits of the sum are
    // the exponent of 2ⁿ as floats have it, because 127 is part of it.
    static constexpr float rounder = 12582912.0f + 127; // 1.5 · 2²³ + 127
    F shifted; // n + rounder

    explicit ALWAYS_INLINE PowerOfTwo(F x)
        : shifted(mulAdd(x, F::all(1.44269504f), F::all(rounder)))
    {
    }
    // eʳ by its Taylor series
    ALWAYS_INLINE F fractionPower(F x) const
    {
        const F n = shifted - F::all(rounder);
        F r = mulAdd(n, F::all(-0.693145752f), x); // ln 2 in two parts: n times the first is exact
        r = mulAdd(n, F::all(-1.42860677e-6f), r);

        F y = F::all(1.0f / 5040);
        y = mulAdd(y, r, F::all(1.0f / 720));
        y = mulAdd(y, r, F::all(1.0f / 120));
        y = mulAdd(y, r, F::all(1.0f / 24));
        y = mulAdd(y, r, F::all(1.0f / 6));
        y = mulAdd(y, r, F::all(0.5f));
        y = mulAdd(y, r, F::all(1));
        return mulAdd(y, r, F::all(1));
    }
};

// eˣ
static inline F exponential(F x)
{
    x = atMost(F::all(89.5f), atLeast(F::all(-106.0f), x));
    const PowerOfTwo power(x);
    const F y = power.fractionPower(x);

    // 2ⁿ in two factors, because n may be outside the exponents of normal floats.
    const I n = toBits(power.shifted) - toBits(F::all(PowerOfTwo::rounder));
    const I half = halved(n);
    const F first = fromBits(shiftedLeft(half + I::all(127), 23));
    const F second = fromBits(shiftedLeft(n - half + I::all(127), 23));
    return y * first * second;
}

// The same for x that are not positive; 0 where that is below 10⁻³⁷.
static inline F softmaxWeight(F x)
{
    const PowerOfTwo power(x);
    const F y = power.fractionPower(x) * fromBits(shiftedLeft(toBits(power.shifted), 23));
    return ifLess(x, F::all(-85.0f), F::all(0), y);
}

static inline F sigmoid(F x)
{
    return F::all(1) / (F::all(1) + exponential(F::all(0) - x));
}

// 2 sigmoid(2x) − 1, and the Taylor series near 0, where that difference would lose digits.
static inline F hyperbolicTangent(F x)
{
    const F square = x * x;
    F near = F::all(62.0f / 2835);
    near = mulAdd(near, square, F::all(-17.0f / 315));
    near = mulAdd(near, square, F::all(2.0f / 15));
    near = mulAdd(near, square, F::all(-1.0f / 3));
    near = mulAdd(near * square, x, x);
    const F far = F::all(2) * sigmoid(x + x) - F::all(1);
    return ifLess(absolute(x), F::all(0.25f), near, far);
}

// 1 − erf(z) for z ≥ 0, relative error below 1.2e-7: the Chebyshev fit of Press et al.,
// Numerical Recipes, "erfcc".
static inline F complementaryError(F z)
{
    constexpr float coefficients[] = {-0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f,
        -0.18628806f, 0.09678418f, 0.37409196f, 1.00002368f, -1.26551223f};
    const F t = F::all(1) / mulAdd(F::all(0.5f), z, F::all(1));
    F y = F::all(0.17087277f);
    for (float coefficient : coefficients)
        y = mulAdd(y, t, F::all(coefficient));
    return t * exponential(y - z * z);
}
