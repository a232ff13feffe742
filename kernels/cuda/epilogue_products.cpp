#include "kernels/cuda/epilogue_products.h"

#include "base/error.h"
#include "kernels/cuda/cublas_functions.h"

#include <algorithm>
#include <compare>
#include <cublasLt.h>
#include <map>
#include <utility>

namespace kernels::cuda {

namespace {

uint32_t pointerAlignment(const void* memory)
{
    const auto address = reinterpret_cast<uintptr_t>(memory) | 256;
    return uint32_t(address & ~(address - 1));
}

constexpr size_t workspaceBytes = 32 << 20; // the size that the library's manual recommends for 9.0
constexpr size_t maxPlans = 512; // prompts have any number of rows

} // namespace

/// The properties on which the choice of a kernel depends.
struct EpilogueProducts::ProductShape {
    int64_t outputs, tokens, inputs, outStride;
    DType type;
    bool adds, hasBias;
    int32_t count; ///< of products
    uint32_t alignment; ///< in bytes, the least of all matrices

    auto operator<=>(const ProductShape&) const = default;
};

/// A product, or several with the same x.
struct EpilogueProducts::Arguments {
    ProductShape shape;
    const void *weight, *x;
    float* out;
    const float* bias; ///< may be null
};

/// cuBLASLt, opened at run time, and its choice of a kernel for each shape of a product.
class EpilogueProducts::Library {
public:
    /// Returns null if no suitable version can be opened.
    static std::unique_ptr<Library> open();
    ~Library();

    /// False if there is no kernel for it.
    bool multiply(DeviceStream& stream, const Arguments& arguments);

private:
    /// The library's description of a product, and the kernel that it has chosen.
    struct Plan {
        cublasLtMatmulDesc_t product = nullptr;
        cublasLtMatrixLayout_t weight = nullptr, x = nullptr, out = nullptr;
        cublasLtMatmulAlgo_t kernel{};
        bool hasKernel = false;
    };

    /// A matrix in the order of the library, columns first.
    struct Matrix {
        cudaDataType type;
        int64_t rows, columns, stride;
    };

    bool findFunctions(void* library);
    bool createLayout(cublasLtMatrixLayout_t& layout, const Matrix& matrix, int32_t count,
        int64_t distance) const;
    const Plan& planFor(const Arguments& arguments);
    bool describe(Plan& plan, const Arguments& arguments) const;
    bool choose(Plan& plan, const ProductShape& shape) const;
    void forgetPlans();

    template <typename Value>
    bool set(cublasLtMatmulDesc_t product, cublasLtMatmulDescAttributes_t attribute,
        const Value& value) const
    {
        return m_setAttribute(product, attribute, &value, sizeof value) == CUBLAS_STATUS_SUCCESS;
    }

    cublasLtHandle_t m_handle = nullptr;
    decltype(&cublasLtCreate) m_create = nullptr;
    decltype(&cublasLtDestroy) m_destroy = nullptr;
    decltype(&cublasLtMatmulDescCreate) m_createProduct = nullptr;
    decltype(&cublasLtMatmulDescDestroy) m_destroyProduct = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) m_setAttribute = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) m_createLayout = nullptr;
    decltype(&cublasLtMatrixLayoutSetAttribute) m_setLayout = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) m_destroyLayout = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) m_createPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) m_destroyPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) m_setPreference = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) m_findKernels = nullptr;
    decltype(&cublasLtMatmul) m_multiply = nullptr;
    std::map<ProductShape, Plan> m_plans;
};

std::unique_ptr<EpilogueProducts::Library> EpilogueProducts::Library::open()
{
    void* opened = openCublas("cublasLt");
    auto library = std::make_unique<Library>();
    if (!opened || !library->findFunctions(opened)
        || library->m_create(&library->m_handle) != CUBLAS_STATUS_SUCCESS)
        return nullptr;
    return library;
}

EpilogueProducts::Library::~Library()
{
    forgetPlans();
    if (m_handle)
        m_destroy(m_handle);
}

bool EpilogueProducts::Library::findFunctions(void* library)
{
    const auto find = [library](const char* name, auto*& function) {
        return findFunction(library, name, function);
    };
    return find("cublasLtCreate", m_create) && find("cublasLtDestroy", m_destroy)
        && find("cublasLtMatmulDescCreate", m_createProduct)
        && find("cublasLtMatmulDescDestroy", m_destroyProduct)
        && find("cublasLtMatmulDescSetAttribute", m_setAttribute)
        && find("cublasLtMatrixLayoutCreate", m_createLayout)
        && find("cublasLtMatrixLayoutSetAttribute", m_setLayout)
        && find("cublasLtMatrixLayoutDestroy", m_destroyLayout)
        && find("cublasLtMatmulPreferenceCreate", m_createPreference)
        && find("cublasLtMatmulPreferenceDestroy", m_destroyPreference)
        && find("cublasLtMatmulPreferenceSetAttribute", m_setPreference)
        && find("cublasLtMatmulAlgoGetHeuristic", m_findKernels)
        && find("cublasLtMatmul", m_multiply);
}

void EpilogueProducts::Library::forgetPlans()
{
    for (const auto& [shape, plan] : m_plans) {
        if (plan.product)
            m_destroyProduct(plan.product);
        for (cublasLtMatrixLayout_t layout : {plan.weight, plan.x, plan.out})
            if (layout)
                m_destroyLayout(layout);
    }
    m_plans.clear();
}

// The library counts columns first: its outᵀ [outputs, tokens] = weight · xᵀ is our out.
bool EpilogueProducts::Library::describe(Plan& plan, const Arguments& arguments) const
{
    const ProductShape& shape = arguments.shape;
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const cublasLtEpilogue_t epilogue
        = shape.hasBias ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
    const cudaDataType type = cublasType(shape.type);
    return m_createProduct(&plan.product, CUBLAS_COMPUTE_32F, CUDA_R_32F) == CUBLAS_STATUS_SUCCESS
        && set(plan.product, CUBLASLT_MATMUL_DESC_TRANSA, transposed)
        && set(plan.product, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue)
        && (!shape.hasBias || set(plan.product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, arguments.bias))
        && (!shape.hasBias || shape.count == 1
            || set(plan.product, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, shape.outputs))
        && createLayout(plan.weight, {type, shape.inputs, shape.outputs, shape.inputs}, shape.count,
            shape.outputs * shape.inputs)
        && createLayout(plan.x, {type, shape.inputs, shape.tokens, shape.inputs}, shape.count, 0)
        && createLayout(plan.out, {CUDA_R_32F, shape.outputs, shape.tokens, shape.outStride},
            shape.count, shape.tokens * shape.outStride);
}

// `distance` is in numbers, from the matrix of one product to that of the next.
bool EpilogueProducts::Library::createLayout(
    cublasLtMatrixLayout_t& layout, const Matrix& matrix, int32_t count, int64_t distance) const
{
    const auto setLayout = [&](cublasLtMatrixLayoutAttribute_t attribute, const auto& value) {
        return m_setLayout(layout, attribute, &value, sizeof value) == CUBLAS_STATUS_SUCCESS;
    };
    return m_createLayout(
               &layout, matrix.type, uint64_t(matrix.rows), uint64_t(matrix.columns), matrix.stride)
        == CUBLAS_STATUS_SUCCESS
        && (count == 1
            || (setLayout(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, count)
                && setLayout(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, distance)));
}

bool EpilogueProducts::Library::choose(Plan& plan, const ProductShape& shape) const
{
    cublasLtMatmulPreference_t preference = nullptr;
    if (m_createPreference(&preference) != CUBLAS_STATUS_SUCCESS)
        return false;
    m_setPreference(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspaceBytes,
        sizeof workspaceBytes);
    for (const auto matrix :
        {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
            CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
        m_setPreference(preference, matrix, &shape.alignment, sizeof shape.alignment);
    cublasLtMatmulHeuristicResult_t found{};
    int count = 0;
    const bool isFound = m_findKernels(m_handle, plan.product, plan.weight, plan.x, plan.out,
                             plan.out, preference, 1, &found, &count)
            == CUBLAS_STATUS_SUCCESS
        && count > 0 && found.state == CUBLAS_STATUS_SUCCESS
        && found.workspaceSize <= workspaceBytes;
    m_destroyPreference(preference);
    plan.kernel = found.algo;
    return isFound;
}

const EpilogueProducts::Library::Plan& EpilogueProducts::Library::planFor(
    const Arguments& arguments)
{
    const auto known = m_plans.find(arguments.shape);
    if (known != m_plans.end())
        return known->second;
    if (m_plans.size() >= maxPlans)
        forgetPlans();
    Plan& plan = m_plans[arguments.shape];
    plan.hasKernel = describe(plan, arguments) && choose(plan, arguments.shape);
    return plan;
}

bool EpilogueProducts::Library::multiply(DeviceStream& stream, const Arguments& arguments)
{
    void* workspace = stream.scratch(DeviceStream::Scratch::Products, int64_t(workspaceBytes));
    const cudaStream_t own = stream.get();
    const Plan& plan = planFor(arguments);
    if (!plan.hasKernel
        || (arguments.bias
            && !set(plan.product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, arguments.bias)))
        return false;
    const float one = 1, beta = arguments.shape.adds ? 1 : 0;
    const cublasStatus_t status = m_multiply(m_handle, plan.product, &one, arguments.weight,
        plan.weight, arguments.x, plan.x, &beta, arguments.out, plan.out, arguments.out, plan.out,
        &plan.kernel, workspace, workspaceBytes, own);
    if (status == CUBLAS_STATUS_SUCCESS)
        return true;
    if (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_INVALID_VALUE) {
        m_plans[arguments.shape].hasKernel = false; // nothing was started
        return false;
    }
    throw base::Error(base::ErrorKind::DeviceLost,
        "The GPU failed at a product of cuBLASLt (status " + std::to_string(int(status)) + ").");
}

EpilogueProducts::EpilogueProducts(DeviceStream& stream)
    : m_stream(stream)
{
}

EpilogueProducts::~EpilogueProducts() = default;

bool EpilogueProducts::multiply(
    TensorView out, int64_t first, TensorView x, TensorView weight, const Epilogue& epilogue)
{
    CHECK(out.dtype == DType::F32);
    return start({{weight.rows, x.rows, x.columns, out.columns, weight.dtype, epilogue.adds,
                      !epilogue.bias.isEmpty(), 1, 256},
        weight.bytes, x.bytes, out.data<float>() + first, epilogue.bias.data<float>()});
}

bool EpilogueProducts::multiplyEach(
    TensorView out, TensorView x, TensorView weight, TensorView bias, int count)
{
    CHECK(out.dtype == DType::F32 && out.rows == x.rows * count);
    CHECK(weight.rows == out.columns * count && weight.columns == x.columns);
    return start({{out.columns, x.rows, x.columns, out.columns, weight.dtype, false,
                      !bias.isEmpty(), count, 256},
        weight.bytes, x.bytes, out.data<float>(), bias.data<float>()});
}

bool EpilogueProducts::start(Arguments arguments)
{
    m_stream.get(); // the library creates its handle for the current device
    if (!std::exchange(m_wasSearched, true))
        m_library = Library::open();
    if (!m_library)
        return false;
    const ProductShape& shape = arguments.shape;
    const int64_t itemBytes = shape.type == DType::F32 ? 4 : 2;
    uint32_t alignment = 256;
    for (const void* address : {static_cast<const void*>(arguments.out),
             static_cast<const void*>(arguments.bias), arguments.x, arguments.weight})
        alignment = std::min(alignment, pointerAlignment(address));
    if (shape.count > 1)
        for (const int64_t distance : {shape.outputs * shape.inputs * itemBytes,
                 shape.tokens * shape.outStride * 4, shape.outputs * 4})
            alignment
                = std::min(alignment, pointerAlignment(reinterpret_cast<const void*>(distance)));
    arguments.shape.alignment = alignment;
    return m_library->multiply(m_stream, arguments);
}

} // namespace kernels::cuda
