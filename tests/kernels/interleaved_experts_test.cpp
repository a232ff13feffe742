#include "kernels/interleaved.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <algorithm>
#include <cstring>
#include <vector>

using kernels::DType;
using kernels::Products;
using kernels::TensorView;
using tests::Matrix;

namespace {

constexpr int expertCount = 9, used = 3;
constexpr int64_t outputs = 80, inputs = 512;

// Each token has other experts; the last one has none, and the first ones many.
Matrix choice(int64_t tokens)
{
    std::vector<int32_t> chosen;
    for (int64_t token = 0; token < tokens; ++token)
        for (int i = 0; i < used; ++i)
            chosen.push_back(int32_t((token % 3 + i * (1 + token % 2)) % (expertCount - 1)));
    return Matrix::of(chosen, tokens);
}

#define VIGNETTE_ENTRY(name, ...) DType::name,
const DType types[] = {DType::F16, VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ENTRY, VIGNETTE_NO_TYPE)};
#undef VIGNETTE_ENTRY

} // namespace

/// Products with experts whose weights are laid out as panels, by each instruction set.
class InterleavedExpertsTest : public QObject {
    Q_OBJECT

private slots:
    void anExpertIsThePlainProductOfItsRows()
    {
        for (const DType type : types)
            for (const int64_t tokens : {1, 2, 3, 5, 25, 150}) {
                const Experts experts(*m_backend, type);
                const Matrix chosen = choice(tokens);
                const Matrix shared = Matrix::random(tokens, inputs, 1);
                const Matrix own = Matrix::random(used * tokens, inputs, 2);
                for (const Matrix* x : {&shared, &own}) {
                    Matrix out(DType::F32, used * tokens, outputs);
                    m_backend->ops().matmulExperts(out, *x, experts.each, chosen);

                    for (int64_t row = 0; row < out.view().rows; ++row) {
                        Matrix plain(DType::F32, 1, outputs);
                        m_backend->ops().matmul(plain, rowsOf(*x, x == &own ? row : row / used, 1),
                            experts.each[size_t(chosen.view().data<int32_t>()[row])]);
                        QVERIFY2(tests::isIdentical(rowsOf(out, row, 1), plain),
                            qPrintable(QString("%1, row %2 of %3 tokens")
                                           .arg(kernels::name(type))
                                           .arg(row)
                                           .arg(tokens)));
                    }
                }
            }
    }

    void answersDoNotDependOnTheThreads()
    {
        const Experts experts(*m_backend, DType::Q4_K);
        const Matrix chosen = choice(50), x = Matrix::random(50, inputs, 1);
        Matrix by3(DType::F32, used * 50, outputs), by1 = by3;

        m_backend->ops().matmulExperts(by3, x, experts.each, chosen);
        tests::fastBackend(1)->ops().matmulExperts(by1, x, experts.each, chosen);

        QVERIFY(tests::isIdentical(by3, by1));
    }

private slots:
    void initTestCase_data() { tests::addRowForEverySetWithInterleaved(); }
    void init() { m_backend = tests::fastBackend(3); }

private:
    struct Experts {
        Matrix rows, panels;
        std::vector<TensorView> each;

        Experts(kernels::Backend& backend, DType type)
            : rows(Matrix::random(expertCount * outputs, inputs, 5, type))
            , panels(kernels::interleavedType(type), expertCount * outputs, inputs)
        {
            backend.layOut(panels, rows);
            for (int64_t expert = 0; expert < expertCount; ++expert)
                each.push_back(panels.view().rowRange(expert * outputs, outputs));
        }
    };

    std::unique_ptr<kernels::Backend> m_backend;
};

TESTS(InterleavedExpertsTest);
#include "interleaved_experts_test.moc"
