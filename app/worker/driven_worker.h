// SPDX-License-Identifier: MIT
// A worker that the self-test or the demo drives, with requests and answers for coroutines. Main thread.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/protocol/worker_conduct.h"
#include "lockcore/lab/protocol/worker_process.h"

#include <QTimer>

#include <functional>
#include <map>

namespace lockscope {

class DrivenWorker final
{
public:
    explicit DrivenWorker(const std::vector<std::string> &command);

    /// Starts the worker. Returns none, or an error: its text says what went wrong, its detail is the code with which the worker refused.
    lockcore::Task<std::optional<lockcore::Error>> greet(lockcore::worker::Hello hello);

    lockcore::WorkerProcess &process() { return m_process; }
    bool can(std::string_view capability) const { return m_process.greeting().can(capability); }
    void send(const lockcore::worker::Request &request) { sendAs(request, lockcore::worker::lineOf(request)); }
    void sendAs(const lockcore::worker::Request &request, const std::string &line); ///< sends `line` instead of the correct one

    /// Runs the event loop until a message of the worker makes the condition true. False: the worker has ended, or the time is over.
    lockcore::Task<bool> until(std::function<bool()> condition, lockcore::Milliseconds limit = usualLimit);

    /// The answer to request `id`; none if the worker has ended, or the time is over.
    lockcore::Task<std::optional<lockcore::worker::Answer>> answer(lockcore::worker::Id id, lockcore::Milliseconds limit = usualLimit);
    lockcore::Task<std::optional<lockcore::worker::ResourceCall>> nextCall();

    bool isPaused() const { return m_process.isPaused(); }
    std::optional<int> exitStatus() const { return m_exitStatus; }
    std::size_t renewals() const { return m_renewals; }
    std::size_t losses() const { return m_losses; } ///< number of `lost` reports

    /// The rule that the worker broke after its greeting, for which it was ended. Empty: none.
    std::string brokenRule() const { return m_greeted && m_failure ? m_failure->text : std::string(); }

    /// Why an answer is missing: the worker broke a rule, has ended, or is silent.
    std::string silence(const std::string &about) const;

    static constexpr lockcore::Milliseconds usualLimit = std::chrono::seconds(5);

private:
    lockcore::Waiting<void> change(lockcore::Milliseconds most);
    void take(const lockcore::worker::Message &message);
    bool isProper(const lockcore::worker::Message &message); ///< if false, the worker has been ended

    lockcore::WorkerConduct m_conduct;
    std::optional<lockcore::Error> m_failure;
    std::optional<int> m_exitStatus;
    bool m_greeted = false;
    std::size_t m_renewals = 0;
    std::size_t m_losses = 0;
    std::map<lockcore::worker::Id, lockcore::worker::Answer> m_answers;
    std::vector<lockcore::worker::ResourceCall> m_calls;
    lockcore::Completion<void> m_change;
    QTimer m_timer;
    lockcore::WorkerProcess m_process; // the last member, so that the others still exist when it ends
};

} // namespace lockscope
