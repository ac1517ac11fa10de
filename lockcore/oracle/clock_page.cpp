// SPDX-License-Identifier: MIT
#include "lockcore/oracle/clock_page.h"

#include <atomic>
#include <filesystem>

#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t pageSize = 4096;

// Beside the program where it was built; in the folder of libraries where it is installed.
std::string preloadFile(const std::string &program)
{
    std::error_code ignored;
    const auto folder = std::filesystem::canonical(program.empty() ? "/proc/self/exe" : program, ignored).parent_path();
    for (const auto &candidate : {folder, folder / LOCKSCOPE_PRELOAD_FOLDER}) {
        const auto file = candidate / "lockscope-clock.so";
        if (std::filesystem::exists(file, ignored))
            return file.lexically_normal().string();
    }
    return {};
}

} // namespace

Result<ClockPage> ClockPage::make(const std::string &program)
{
    auto preload = preloadFile(program);
    if (preload.empty())
        return Error{ErrorKind::Refused, "lockscope-clock.so is not where Lockscope was installed: install Lockscope again", "preload"};
    FileDescriptor file(::memfd_create("lockscope-clock", MFD_CLOEXEC));
    if (!file || ::ftruncate(file.get(), pageSize) != 0)
        return Error{ErrorKind::Refused, "this system has no memory for a clock page", "memfd"};
    void *const page = ::mmap(nullptr, pageSize, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (page == MAP_FAILED)
        return Error{ErrorKind::Refused, "this system has no memory for a clock page", "mmap"};
    return ClockPage(std::move(file), static_cast<std::int64_t *>(page), std::move(preload));
}

ClockPage::ClockPage(FileDescriptor file, std::int64_t *page, std::string preload)
    : m_file(std::move(file))
    , m_page(page)
    , m_preload(std::move(preload))
{ }

ClockPage::ClockPage(ClockPage &&other) noexcept
    : m_file(std::move(other.m_file))
    , m_page(std::exchange(other.m_page, nullptr))
    , m_preload(std::move(other.m_preload))
{ }

ClockPage::~ClockPage()
{
    if (m_page)
        ::munmap(m_page, pageSize);
}

void ClockPage::set(std::int64_t milliseconds) { std::atomic_ref(*m_page).store(milliseconds * 1'000, std::memory_order_release); }

std::vector<std::string> ClockPage::environment() const
{
    return {"LD_PRELOAD=" + m_preload, "LOCKSCOPE_CLOCK=/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(m_file.get())};
}

} // namespace lockcore
