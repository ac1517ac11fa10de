// SPDX-License-Identifier: MIT
// QThread::wait() may return shortly before the thread frees its own data, and a program that ends in that moment would be said to leak it.
// So each sanitized program ends after its threads: this object is made before main() and destroyed after what main() made.
#include <chrono>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>

namespace {

struct SanitizedExit
{
    ~SanitizedExit()
    {
        std::error_code none;
        const auto others = [&none] { return std::distance(std::filesystem::directory_iterator("/proc/self/task", none), {}) > 1; };
        for (int i = 0; i < 100 && others(); ++i) // a thread that is not ours may stay
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
} const sanitizedExit;

} // namespace
