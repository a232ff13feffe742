#include "kernels/half.h"
#include "tests/kernels/cuda_on_host/controls.h"
#include "tests/kernels/cuda_on_host/faulty_kernels.h"
#include "tests/kernels/cuda_on_host/tensor_core_kernels.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <cuda_runtime_api.h>

#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using cuda_on_host::Mistake;
using cuda_on_host::Order;

namespace {

/// Numbers on the GPU.
template <typename Number>
class OnGpu {
public:
    explicit OnGpu(const std::vector<Number>& numbers)
        : m_count(numbers.size())
    {
        cudaMalloc(&m_memory, m_count * sizeof(Number));
        cudaMemcpy(m_memory, numbers.data(), m_count * sizeof(Number), cudaMemcpyHostToDevice);
    }
    ~OnGpu() { cudaFree(m_memory); }
    OnGpu(const OnGpu&) = delete;
    OnGpu& operator=(const OnGpu&) = delete;

    Number* get() const { return m_memory; }
    std::vector<Number> read() const
    {
        std::vector<Number> numbers(m_count);
        cudaMemcpy(numbers.data(), m_memory, m_count * sizeof(Number), cudaMemcpyDeviceToHost);
        return numbers;
    }

private:
    size_t m_count;
    Number* m_memory = nullptr;
};

template <typename Number>
std::vector<Number> countedNumbers(size_t count, int period)
{
    std::vector<Number> numbers(count);
    for (size_t i = 0; i < count; ++i)
        numbers[i] = Number(int(i * 7 % size_t(period)) - period / 2);
    return numbers;
}

std::vector<uint16_t> inBits(const std::vector<int8_t>& numbers, bool areBfloats)
{
    std::vector<uint16_t> bits;
    for (int8_t number : numbers)
        bits.push_back(areBfloats ? kernels::bfloatFromFloat(float(number) / 4)
                                  : kernels::halfFromFloat(float(number) / 4));
    return bits;
}

/// [16, 8] = a [16, inner] · b, whose number k of column c is b[k · kStride + c · columnStride].
template <typename Number>
std::vector<Number> product(const std::vector<int8_t>& a, const std::vector<int8_t>& b,
    size_t inner, size_t kStride, size_t columnStride, Number unit)
{
    std::vector<Number> out(16 * 8);
    for (size_t row = 0; row < 16; ++row)
        for (size_t column = 0; column < 8; ++column)
            for (size_t k = 0; k < inner; ++k)
                out[row * 8 + column] += unit * Number(a[row * inner + k])
                    * Number(b[k * kStride + column * columnStride]);
    return out;
}

constexpr size_t count = 64;

/// What runKernel() writes for the numbers 0 … 63; whether that is what it should.
bool rotatesRightly(Mistake mistake)
{
    const OnGpu<float> in(countedNumbers<float>(count, 64)), out(std::vector<float>(count, 0.0f));
    if (cuda_on_host::runKernel(mistake, out.get(), in.get()) != cudaSuccess)
        return false;
    std::vector<float> expected = countedNumbers<float>(count, 64);
    std::rotate(expected.begin(), expected.begin() + 1, expected.end());
    return out.read() == expected;
}

} // namespace

/// The GPU that is this CPU finds the mistakes that it is meant to find, and computes correct
/// programs correctly.
class GpuTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        cuda_on_host::resetGpus();
        cudaGetLastError();
        cuda_on_host::setOrder({});
    }

    void aKernelWithoutMistakesRunsInEveryOrder()
    {
        for (Order order : {Order{}, Order{Order::Kind::Reverse}, Order{Order::Kind::Shuffled, 1},
                 Order{Order::Kind::Shuffled, 2}}) {
            cuda_on_host::setOrder(order);
            QVERIFY(rotatesRightly(Mistake::None));
        }
    }

    void aMissingBarrierGivesOtherNumbers()
    {
        QVERIFY(!rotatesRightly(Mistake::MissingBarrier));
        QVERIFY(!rotatesRightly(Mistake::UnwaitedCopy));
        QCOMPARE(cudaGetLastError(), cudaSuccess); // they are only wrong
    }

    void aMistakeIsNamed_data()
    {
        QTest::addColumn<Mistake>("mistake");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("divergent barrier")
            << Mistake::DivergentBarrier << "threads of a block met at different barriers";
        QTest::newRow("lane missing") << Mistake::LaneMissing << "threads wait for each other";
        QTest::newRow("lane ended") << Mistake::LaneEnded << "names lane 3, which has ended";
        QTest::newRow("behind an allocation")
            << Mistake::BehindAllocation << "0 bytes behind an allocation of 256 bytes";
        QTest::newRow("no wait for the predecessor")
            << Mistake::NoWaitForPredecessor << "no thread waits for that";
        QTest::newRow("behind shared memory") << Mistake::BehindShared << "block (0, 0, 0), thread";
    }
    void aMistakeIsNamed()
    {
        QFETCH(Mistake, mistake);
        QFETCH(QString, sentence);
        const OnGpu<float> in(std::vector<float>(count, 1.0f));
        const OnGpu<float> out(std::vector<float>(count, 0.0f));

        const auto error = cudaError_t(cuda_on_host::runKernel(mistake, out.get(), in.get()));

        QVERIFY(error != cudaSuccess);
        const QString text = cudaGetErrorString(error);
        QVERIFY2(text.contains(sentence), qPrintable(text));
        QCOMPARE(cudaGetLastError(), error); // and again: the GPU is lost
        QCOMPARE(cudaDeviceSynchronize(), error);
    }

    // A later GPU makes kernels that do not wait of code that was compiled for 8.0.
    void aKernelThatCannotWaitDoesNotStartEarly()
    {
        cuda_on_host::setCompiledFor(80);
        bool isRight = false;
        std::thread([&] { isRight = rotatesRightly(Mistake::None); }).join(); // knows no answer yet
        cuda_on_host::setCompiledFor(90);
        QVERIFY(isRight);
    }

    void whatWasWrittenBesideAnAllocationIsFoundWhenItIsGivenBack()
    {
        {
            const OnGpu<float> in(std::vector<float>(count, 1.0f));
            const OnGpu<float> out(std::vector<float>(count, 0.0f));
            QCOMPARE(cuda_on_host::runKernel(Mistake::BeforeAllocation, out.get(), in.get()),
                int(cudaSuccess));
        }
        const cudaError_t error = cudaDeviceSynchronize();
        QCOMPARE(error, cudaErrorIllegalAddress);
        QVERIFY(QString(cudaGetErrorString(error)).contains("written around"));
    }

    void theHostCannotTouchACardsMemory()
    {
        const OnGpu<float> numbers(std::vector<float>(count, 1.0f));
        const pid_t child = fork();
        if (child == 0) {
            std::signal(SIGSEGV, [](int) { _exit(7); });
            _exit(numbers.get()[3] > 0 ? 1 : 2);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 7);
    }

    void aMisalignedAccessEndsTheProgram()
    {
        const OnGpu<float> in(std::vector<float>(count, 1.0f));
        const OnGpu<float> out(std::vector<float>(count, 0.0f));
        const pid_t child = fork();
        if (child == 0) {
            close(STDERR_FILENO);
            cuda_on_host::runKernel(Mistake::Misaligned, out.get(), in.get());
            _exit(0);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(status != 0);
    }

    void newMemoryHoldsNoNumbers()
    {
        float* memory = nullptr;
        float number = 0;
        QCOMPARE(cudaMalloc(&memory, sizeof number), cudaSuccess);
        QCOMPARE(cudaMemcpy(&number, memory, sizeof number, cudaMemcpyDeviceToHost), cudaSuccess);
        QVERIFY(std::isnan(number));
        QCOMPARE(cudaFree(memory), cudaSuccess);
    }

    void memoryEndsWhereATestWantsIt()
    {
        void* memory = nullptr;
        cuda_on_host::failAllocation(2);
        QCOMPARE(cudaMalloc(&memory, 16), cudaSuccess);
        QCOMPARE(cudaFree(memory), cudaSuccess);
        QCOMPARE(cudaMalloc(&memory, 16), cudaErrorMemoryAllocation);
        QCOMPARE(cudaGetLastError(), cudaErrorMemoryAllocation);
        QCOMPARE(cudaMalloc(&memory, 16), cudaSuccess); // the GPU is not lost
        QCOMPARE(cudaMalloc(&memory, size_t(1) << 50), cudaErrorMemoryAllocation);
    }

    void aStreamReadsPinnedMemoryWhenItComesToIt()
    {
        cudaStream_t stream = nullptr;
        float* staging = nullptr;
        const OnGpu<float> position(std::vector<float>{0});
        QCOMPARE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        QCOMPARE(cudaMallocHost(&staging, sizeof *staging), cudaSuccess);
        *staging = 1;
        QCOMPARE(cudaMemcpyAsync(
                     position.get(), staging, sizeof *staging, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
        *staging = 2; // too early
        QCOMPARE(cudaStreamSynchronize(stream), cudaSuccess);
        QCOMPARE(position.read().front(), 2.0f);
        QCOMPARE(cudaFreeHost(staging), cudaSuccess);
        QCOMPARE(cudaStreamDestroy(stream), cudaSuccess);
    }

    void aGraphRepeatsWhatWasCaptured()
    {
        cudaStream_t stream = nullptr;
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t executable = nullptr;
        const OnGpu<float> position(std::vector<float>(4, 1.0f));
        QCOMPARE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        QCOMPARE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        QCOMPARE(cudaMemsetAsync(position.get(), 0, 2 * sizeof(float), stream), cudaSuccess);
        QCOMPARE(cudaStreamEndCapture(stream, &graph), cudaSuccess);
        QCOMPARE(cudaGraphInstantiate(&executable, graph), cudaSuccess);
        QCOMPARE(position.read(), std::vector<float>(4, 1.0f)); // nothing has been done

        QCOMPARE(cudaGraphLaunch(executable, stream), cudaSuccess);
        QCOMPARE(cudaStreamSynchronize(stream), cudaSuccess);

        QCOMPARE(position.read(), (std::vector<float>{0, 0, 1, 1}));
        QCOMPARE(cudaGraphExecDestroy(executable), cudaSuccess);
        QCOMPARE(cudaGraphDestroy(graph), cudaSuccess);
        QCOMPARE(cudaStreamDestroy(stream), cudaSuccess);
    }

    void whatCannotBeCapturedEndsTheCapture()
    {
        cudaStream_t stream = nullptr;
        cudaGraph_t graph = nullptr;
        void* memory = nullptr;
        QCOMPARE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        QCOMPARE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        QCOMPARE(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
        QCOMPARE(cudaMallocAsync(&memory, 16, stream), cudaErrorStreamCaptureUnsupported);
        QCOMPARE(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
        QVERIFY(!graph);
        QCOMPARE(cudaStreamDestroy(stream), cudaSuccess);
    }

    // Fragments by loadMatrix(), numbers that every type holds exactly.
    void tensorCoresMultiply_data()
    {
        QTest::addColumn<bool>("areBfloats");
        QTest::newRow("f16") << false;
        QTest::newRow("bf16") << true;
    }
    void tensorCoresMultiply()
    {
        QFETCH(bool, areBfloats);
        const auto a = countedNumbers<int8_t>(16 * 16, 31), b = countedNumbers<int8_t>(8 * 16, 23);
        const OnGpu<uint16_t> left(inBits(a, areBfloats)), right(inBits(b, areBfloats));
        const OnGpu<float> out(std::vector<float>(16 * 8, 0.0f));

        QCOMPARE(cuda_on_host::multiplyHalves(out.get(), left.get(), right.get(), areBfloats), 0);
        QCOMPARE(out.read(), product<float>(a, b, 16, 1, 16, 1 / 16.0f));

        if (!areBfloats) {
            const auto expected = product<float>(a, b, 16, 8, 1, 1 / 16.0f);
            QCOMPARE(cuda_on_host::multiplyTransposed(out.get(), left.get(), right.get()), 0);
            QCOMPARE(out.read(), expected);
            QCOMPARE(
                cuda_on_host::multiplyTransposedInRegisters(out.get(), left.get(), right.get()), 0);
            QCOMPARE(out.read(), expected);
        }
    }

    void tensorCoresMultiplyBytes()
    {
        const auto a = countedNumbers<int8_t>(16 * 32, 255),
                   b = countedNumbers<int8_t>(8 * 32, 251);
        const OnGpu<int8_t> left(a), right(b);
        const OnGpu<int> out(std::vector<int>(16 * 8, 0));

        QCOMPARE(cuda_on_host::multiplyBytes(out.get(), left.get(), right.get()), 0);

        QCOMPARE(out.read(), product<int>(a, b, 32, 1, 32, 1));
    }
};

TESTS(GpuTest);
#include "gpu_test.moc"
