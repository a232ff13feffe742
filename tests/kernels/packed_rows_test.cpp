#include "kernels/backend.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

using kernels::DType;
using kernels::Tensor;
using tests::Matrix;

namespace {

constexpr int columns = 512, outputs = 33;

/// A matrix on the GPU.
Tensor placed(kernels::Backend& card, const Matrix& matrix)
{
    const kernels::TensorView view = matrix;
    Tensor tensor(card, view.dtype, view.rows, view.columns);
    card.upload(tensor, view.bytes);
    return tensor;
}

Matrix fetched(kernels::Backend& card, const Tensor& tensor)
{
    Matrix matrix(DType::F32, tensor.view().rows, tensor.view().columns);
    card.download(matrix.view().bytes, tensor);
    return matrix;
}

} // namespace

/// A norm on a GPU packs its output for the product that follows. Nobody is to see that: not by
/// other numbers, and not by old ones.
class PackedRowsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_cards = tests::cardsUnderTest();
        QVERIFY(!m_cards.isEmpty());
    }

    void aProductOfANormIsThatOfItsNumbers()
    {
        for (const auto& [name, order] : m_cards) {
            const auto card = kernels::openBackend(name.toStdString());
            const Tensor weight = placed(*card, Matrix::random(outputs, columns, 1, DType::Q4_K));
            const Tensor scale = placed(*card, Matrix::random(1, columns, 2));
            for (int rows : {1, 3, 9, 64}) {
                const Tensor x = placed(*card, Matrix::random(rows, columns, 3));
                Tensor normed(*card, DType::F32, rows, columns);
                Tensor after(*card, DType::F32, rows, outputs),
                    again(*card, DType::F32, rows, outputs);
                card->ops().matmul(again, x, weight); // from now on norms pack

                card->synchronize();
                const int64_t launches = cuda_on_host::counts().launches;
                card->ops().rmsNorm(normed, x, scale, 1e-6f);
                card->ops().matmul(after, normed, weight);
                card->synchronize();
                if (tests::isCardOnHost())
                    QCOMPARE(cuda_on_host::counts().launches - launches, 2);

                const Matrix expected = fetched(*card, after);
                card->ops().matmul(again, placed(*card, fetched(*card, normed)), weight);
                QVERIFY(tests::isIdentical(fetched(*card, again), expected));
            }
        }
    }

    void rowsThatHaveChangedArePackedAnew()
    {
        for (const auto& [name, order] : m_cards) {
            const auto card = kernels::openBackend(name.toStdString());
            const Tensor weight = placed(*card, Matrix::random(outputs, columns, 1, DType::Q8_0));
            const Tensor scale = placed(*card, Matrix::random(1, columns, 2));
            const Matrix first = Matrix::random(2, columns, 3),
                         second = Matrix::random(2, columns, 4);
            const Tensor x = placed(*card, first), other = placed(*card, second);
            Tensor out(*card, DType::F32, 2, outputs), expected(*card, DType::F32, 2, outputs);
            card->ops().matmul(expected, other, weight);
            const Matrix wanted = fetched(*card, expected);

            card->ops().matmul(out, x, weight);
            card->upload(x, second.view().bytes);
            card->ops().matmul(out, x, weight);
            QVERIFY(tests::isIdentical(fetched(*card, out), wanted));

            card->ops().rmsNorm(x, x, scale, 1e-6f);
            card->ops().scale(x, 0);
            card->ops().add(x, other);
            card->ops().matmul(out, x, weight);
            QVERIFY(tests::isIdentical(fetched(*card, out), wanted));
        }
    }

    // Found by review: a norm that packs nothing made current what an earlier product had packed.
    void aNormThatPacksNothingKeepsNothing()
    {
        for (const auto& [name, order] : m_cards) {
            const auto card = kernels::openBackend(name.toStdString());
            const Tensor weight = placed(*card, Matrix::random(outputs, columns, 1, DType::Q8_0));
            const Tensor scale = placed(*card, Matrix::random(1, 80, 2));
            const Tensor x = placed(*card, Matrix::random(4, columns, 3));
            const Tensor delta = placed(*card, Matrix::random(4, columns, 4));
            const Tensor heads = placed(*card, Matrix::random(8, 80, 5));
            Tensor out(*card, DType::F32, 4, outputs), expected(*card, DType::F32, 4, outputs);

            card->ops().matmul(out, x, weight);
            card->ops().add(x, delta);
            card->ops().rmsNorm(heads, heads, scale, 1e-6f);
            card->ops().matmul(out, x, weight);

            const Tensor fresh = placed(*card, fetched(*card, x));
            card->ops().matmul(expected, fresh, weight);
            QVERIFY(tests::isIdentical(fetched(*card, out), fetched(*card, expected)));
        }
    }

private:
    QList<std::pair<QString, cuda_on_host::Order::Kind>> m_cards;
};

TESTS(PackedRowsTest);
#include "packed_rows_test.moc"
