#include "tests/kernels/cache_positions.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <functional>
#include <span>
#include <vector>

using kernels::DType;
using tests::Matrix;
using tests::pageCount;
using tests::pageSize;

namespace {

/// The rows of one sequence in a pass.
struct Part {
    int sequence = 0; // of the two of tests::Positions
    int first = 0; // its first position
    int count = 0;
    int guesses = 0; // of its last rows
    int repeats = 0; // of the last row, behind it
};

/// A pass over parts, the rows of which are one behind the other.
struct Pass {
    tests::Positions positions;
    Matrix first, count, kept;

    explicit Pass(std::span<const Part> parts)
        : Pass(rowsOf(parts))
    {
    }
    int64_t rows() const { return positions.positions.view().columns; }
    kernels::SequenceRows sequenceRows() const { return {first, count, kept}; }

private:
    struct Rows {
        std::vector<int32_t> positions, sequences, first{0, 0}, count{0, 0}, kept{0, 0};
    };

    explicit Pass(const Rows& rows)
        : positions(rows.positions, rows.sequences)
        , first(Matrix::of(rows.first))
        , count(Matrix::of(rows.count))
        , kept(Matrix::of(rows.kept))
    {
    }

    static Rows rowsOf(std::span<const Part> parts)
    {
        Rows rows;
        for (const Part& part : parts) {
            const auto sequence = size_t(part.sequence);
            rows.first[sequence] = int32_t(rows.positions.size());
            rows.count[sequence] = part.count + part.repeats;
            rows.kept[sequence] = part.first + part.count - part.guesses;
            for (int row = 0; row < part.count + part.repeats; ++row) {
                rows.positions.push_back(part.first + std::min(row, part.count - 1));
                rows.sequences.push_back(part.sequence);
            }
        }
        return rows;
    }
};

/// The numbers of both sequences, of which a pass gets the rows that it reads.
struct Inputs {
    std::vector<Matrix> ofSequence;

    Inputs(int columns, int seed)
    {
        for (int sequence = 0; sequence < 2; ++sequence)
            ofSequence.push_back(
                Matrix::random(pageCount / 2 * pageSize, columns, seed + sequence));
    }

    Matrix of(const Pass& pass) const
    {
        const int64_t columns = ofSequence.front().view().columns;
        Matrix rows(DType::F32, pass.rows(), columns);
        for (int64_t row = 0; row < pass.rows(); ++row) {
            const auto sequence = pass.positions.sequences.view().data<int32_t>()[row];
            const auto position = pass.positions.positions.view().data<int32_t>()[row];
            std::copy_n(&ofSequence[size_t(sequence)].at(position, 0), columns, &rows.at(row, 0));
        }
        return rows;
    }
};

/// A layer with a state, whichever it is.
struct Layer {
    int64_t stateColumns = 0;
    std::function<Matrix(kernels::Ops&, const Pass&, const Matrix& states)> run;

    Matrix states() const { return Matrix::random(pageCount, stateColumns, 99); }
};

Layer convolution(int taps, int columns)
{
    const Matrix weight = Matrix::random(taps, columns, 1);
    const Inputs x(columns, 10);
    return {int64_t(taps - 1) * columns, [=](auto& ops, const Pass& pass, const Matrix& states) {
                Matrix out(DType::F32, pass.rows(), columns);
                ops.convolve(out, x.of(pass), weight, states, pass.positions.placement(),
                    pass.sequenceRows());
                return out;
            }};
}

Layer deltaRule(const kernels::DeltaShape& shape)
{
    const int heads = shape.valueHeads;
    const Inputs qkv(int(2 * shape.keyColumns() + shape.valueColumns()), 10);
    const Inputs decays(heads, 20), strengths(heads, 30);
    Matrix rates = Matrix::random(1, heads, 2);
    for (int head = 0; head < heads; ++head)
        rates.at(0, head) = -std::fabs(rates.at(0, head));
    const Matrix offsets = Matrix::random(1, heads, 3);
    return {shape.stateColumns(), [=](auto& ops, const Pass& pass, const Matrix& states) {
                Matrix out(DType::F32, pass.rows(), shape.valueColumns());
                const Matrix a = decays.of(pass), b = strengths.of(pass);
                ops.deltaRule(out, qkv.of(pass), {a, b, rates, offsets}, states,
                    pass.positions.placement(), pass.sequenceRows(), shape);
                return out;
            }};
}

Layer selectiveScan(const kernels::ScanShape& shape)
{
    const int heads = shape.heads;
    const Inputs xbc(int(shape.inputColumns()), 10), steps(heads, 20);
    Matrix rates = Matrix::random(1, heads, 2);
    for (int head = 0; head < heads; ++head)
        rates.at(0, head) = -std::fabs(rates.at(0, head));
    const Matrix offsets = Matrix::random(1, heads, 3), skips = Matrix::random(1, heads, 4);
    return {shape.stateColumns(), [=](auto& ops, const Pass& pass, const Matrix& states) {
                Matrix out(DType::F32, pass.rows(), shape.columns());
                const Matrix ofRows = steps.of(pass);
                ops.selectiveScan(out, xbc.of(pass), {ofRows, rates, offsets, skips}, states,
                    pass.positions.placement(), pass.sequenceRows(), shape);
                return out;
            }};
}

using Sharing = kernels::DeltaShape::Sharing;

struct NamedLayer {
    const char* name;
    Layer layer;
};

const std::vector<NamedLayer>& layers()
{
    static const std::vector<NamedLayer> all{
        {"convolution of 4 taps", convolution(4, 40)},
        {"convolution of 3 taps, many columns", convolution(3, 1031)},
        {"convolution of 2 taps", convolution(2, 7)},
        {"delta rule, grouped", deltaRule({2, 4, 16, 16, Sharing::Grouped})},
        {"delta rule, in turn", deltaRule({2, 6, 8, 33, Sharing::InTurn})},
        {"delta rule, one head", deltaRule({1, 1, 7, 5, Sharing::Grouped})},
        {"delta rule, large heads", deltaRule({1, 2, 128, 128, Sharing::Grouped})},
        {"scan, one group", selectiveScan({1, 3, 16, 16})},
        {"scan, two groups, odd sizes", selectiveScan({2, 4, 7, 33})},
        {"scan, bounded steps", selectiveScan({1, 2, 8, 24, 0.6f, 0.8f})},
        {"scan, large heads", selectiveScan({1, 2, 128, 64})},
        {"scan, the largest state", selectiveScan({1, 1, kernels::Ops::maxScanState, 40})},
    };
    return all;
}

Matrix joined(const std::vector<Matrix>& parts)
{
    int64_t rows = 0;
    for (const Matrix& part : parts)
        rows += part.view().rows;
    const int64_t columns = parts.front().view().columns;
    Matrix all(DType::F32, rows, columns);
    float* next = all.view().data<float>();
    for (const Matrix& part : parts)
        next = std::copy_n(part.view().data<float>(), part.view().elements(), next);
    return all;
}

// The rows of `counts` one after the other, a pass each, of sequence 0.
Matrix inPieces(const Layer& layer, kernels::Ops& ops, const Matrix& states,
    const std::vector<int>& counts, int guesses = 0)
{
    std::vector<Matrix> outputs;
    int first = 0;
    for (const int count : counts) {
        const Part part{0, first, count + guesses, guesses};
        const Matrix out = layer.run(ops, Pass({&part, 1}), states);
        Matrix certain(DType::F32, count, out.view().columns);
        std::copy_n(out.view().data<float>(), certain.view().elements(), &certain.at(0, 0));
        outputs.push_back(certain);
        first += count;
    }
    return joined(outputs);
}

} // namespace

// Layers that keep a state: every backend must agree with the plain loops, and no result may depend
// on where passes end.
class StateTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithReference_data() { tests::addRowForEveryBackend(); }
    void agreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Part parts[] = {{1, 0, 37}, {0, 13, 24}}; // a beginning, and what follows 13 tokens
        for (const auto& [name, layer] : layers()) {
            const Matrix states = layer.states(), expectedStates = states;

            const Matrix actual = layer.run(backend->ops(), Pass(parts), states);
            const Matrix expected = layer.run(tests::reference(), Pass(parts), expectedStates);

            VERIFY_NEAR(actual, expected, 2e-6, name);
            VERIFY_NEAR(states, expectedStates, 2e-6, name);
            QVERIFY(!tests::isIdentical(states, layer.states()));
        }
    }

    void theSameBitsWhereverPassesEnd_data() { tests::addRowForEveryBackend(); }
    void theSameBitsWhereverPassesEnd()
    {
        const auto backend = tests::backendUnderTest();
        for (const auto& [name, layer] : layers()) {
            const Matrix states = layer.states(), statesOfPieces = states;
            const Matrix whole = inPieces(layer, backend->ops(), states, {50});
            const Matrix pieces
                = inPieces(layer, backend->ops(), statesOfPieces, {1, 1, 2, 11, 1, 1, 18, 15});

            QVERIFY2(tests::isIdentical(whole, pieces), name);
            QVERIFY2(tests::isIdentical(states, statesOfPieces), name);
        }
    }

    void guessesLeaveNoTrace_data() { tests::addRowForEveryBackend(); }
    void guessesLeaveNoTrace()
    {
        const auto backend = tests::backendUnderTest();
        for (const auto& [name, layer] : layers()) {
            const Matrix states = layer.states(), statesWithGuesses = states;
            const Matrix without = inPieces(layer, backend->ops(), states, {12, 3, 1, 17});
            const Matrix with
                = inPieces(layer, backend->ops(), statesWithGuesses, {12, 3, 1, 17}, 6);

            QVERIFY2(tests::isIdentical(without, with), name);
            QVERIFY2(tests::isIdentical(states, statesWithGuesses), name);
        }
    }

    void rowsInCompanyAreThoseAlone_data() { tests::addRowForEveryBackend(); }
    void rowsInCompanyAreThoseAlone()
    {
        const auto backend = tests::backendUnderTest();
        const Part parts[] = {{0, 20, 5}, {1, 3, 18, 2, 3}}; // the last row three times more
        for (const auto& [name, layer] : layers()) {
            const Matrix states = layer.states(), statesAlone = states;
            const Matrix together = layer.run(backend->ops(), Pass(parts), states);
            const Part last{1, 3, 18, 2};
            const Matrix alone = joined({layer.run(backend->ops(), Pass({parts, 1}), statesAlone),
                layer.run(backend->ops(), Pass({&last, 1}), statesAlone)});

            QVERIFY2(tests::isIdentical(states, statesAlone), name);
            for (int64_t row = 0; row < together.view().rows; ++row)
                QVERIFY2(
                    std::equal(&together.at(row, 0), &together.at(row, 0) + together.view().columns,
                        &alone.at(std::min<int64_t>(row, 22), 0)),
                    name);
        }
    }

    void partsAreDealtOut_data() { tests::addRowForEveryBackend(); }
    void partsAreDealtOut()
    {
        const auto backend = tests::backendUnderTest();
        for (const int run : {1, 5, 300}) {
            const Matrix x = Matrix::random(3, 3 * 2 * run, 1);
            const auto deal = [&](kernels::Ops& ops) {
                Matrix a(DType::F32, 3, 2 * run), b = a, c = a;
                ops.deal(std::array<kernels::TensorView, 3>{a, b, c}, x, run);
                return joined({a, b, c});
            };
            QVERIFY(tests::isIdentical(deal(backend->ops()), deal(tests::reference())));
        }
        const Matrix x = Matrix::random(1, 8, 1);
        Matrix a(DType::F32, 1, 4), b = a;
        backend->ops().deal(std::array<kernels::TensorView, 2>{a, b}, x, 2);
        QVERIFY(a.at(0, 1) == x.at(0, 1) && b.at(0, 0) == x.at(0, 2) && a.at(0, 2) == x.at(0, 4));
    }

    void numbersAreMultiplied_data() { tests::addRowForEveryBackend(); }
    void numbersAreMultiplied()
    {
        const auto backend = tests::backendUnderTest();
        for (const int columns : {1, 7, 16, 33, 2049}) {
            const Matrix factor = Matrix::random(3, columns, 1);
            Matrix actual = Matrix::random(3, columns, 2), expected = actual;

            backend->ops().multiply(actual, factor);
            tests::reference().multiply(expected, factor);

            QVERIFY(tests::isIdentical(actual, expected));
        }
    }
};

TESTS(StateTest);
#include "state_test.moc"
