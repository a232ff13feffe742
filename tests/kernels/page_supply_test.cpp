#include "kernels/host_memory.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <utility>

using kernels::PageSupply;

/// Pages that memory is given before it is filled.
class PageSupplyTest : public QObject {
    Q_OBJECT

private slots:
    void contentStays()
    {
        constexpr int64_t size = 3 * PageSupply::hugePage;
        const std::unique_ptr<char, void (*)(void*)> memory(
            static_cast<char*>(kernels::allocateHostMemory(size)), kernels::releaseHostMemory);
        const std::span all(memory.get(), size);
        std::ranges::fill(all, 7);
        PageSupply pages;

        for (const auto& [begin, bytes] : {std::pair<int64_t, int64_t>{0, size}, {1, 1}, {4097, 0},
                 {PageSupply::hugePage - 5, PageSupply::hugePage + 9}})
            pages.provide(memory.get() + begin, bytes);

        QVERIFY(std::ranges::all_of(all, [](char byte) { return byte == 7; }));
    }

    void onlyWholePagesAreTakenBack()
    {
        constexpr int64_t size = 2 * PageSupply::hugePage, page = 4096;
        const std::unique_ptr<char, void (*)(void*)> memory(
            static_cast<char*>(kernels::allocateHostMemory(size)), kernels::releaseHostMemory);
        const std::span all(memory.get(), size);
        std::ranges::fill(all, 7);

        PageSupply::takeBack(memory.get() + 1, page - 2);
        QVERIFY(std::ranges::all_of(all, [](char byte) { return byte == 7; }));
        PageSupply::takeBack(memory.get() + 1, 3 * page);

        QVERIFY(std::ranges::all_of(all.first(page), [](char byte) { return byte == 7; }));
        QVERIFY(
            std::ranges::all_of(all.subspan(page, 2 * page), [](char byte) { return byte == 0; }));
        QVERIFY(std::ranges::all_of(all.subspan(3 * page), [](char byte) { return byte == 7; }));
    }

    void hugePagesAreTakenForAsLongAsTheySaveTime()
    {
        PageSupply pages;
        const auto count = [&pages](int times, double seconds) {
            for (int i = 0; i < times; ++i)
                pages.count(seconds);
        };

        count(100, quick);
        for (int round = 0; round < 10; ++round) { // one of ten is slow
            count(1, slow);
            count(9, quick);
        }
        QVERIFY(pages.hugePagesPay());

        count(3, slow);
        QVERIFY(pages.hugePagesPay());
        count(1, slow);
        QVERIFY(!pages.hugePagesPay());
    }

    void smallPagesMayBecomeHugeOnes()
    {
        if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
            QSKIP("This system has no huge pages.");
        constexpr int64_t size = 4 * PageSupply::hugePage;
        const std::unique_ptr<char, void (*)(void*)> memory(
            static_cast<char*>(kernels::allocateHostMemory(size, false)),
            kernels::releaseHostMemory);
        PageSupply pages;
        for (int i = 0; i < 4; ++i)
            pages.count(slow);
        QVERIFY(!isAdvisedHuge(memory.get()));

        pages.provide(memory.get(), size);

        QVERIFY(isAdvisedHuge(memory.get()));
    }

private:
    // True if the mapping that contains this address is advised to use huge pages.
    static bool isAdvisedHuge(const void* memory)
    {
        const auto address = reinterpret_cast<uintptr_t>(memory);
        std::ifstream maps("/proc/self/smaps");
        bool isIts = false;
        for (std::string line; std::getline(maps, line);) {
            uintptr_t begin = 0, end = 0;
            if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
                isIts = begin <= address && address < end;
            else if (isIts && line.starts_with("VmFlags:"))
                return line.find(" hg") != std::string::npos;
        }
        return false;
    }

    static constexpr double quick = 150e-6, slow = 5e-3; // seconds
};

TESTS(PageSupplyTest);
#include "page_supply_test.moc"
