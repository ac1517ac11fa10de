// SPDX-License-Identifier: MIT
#include "app/monitor/command_run.h"

#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/command/terminal.h"
#include "app/command/termination_signals.h"
#include "app/command/usage_error.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

lockcore::MonitorOptions monitorOptions(const Options &options, Command command)
{
    lockcore::MonitorOptions monitor;
    monitor.patterns = options.patterns;
    monitor.deep = options.deep;
    monitor.watch = command == Command::Watch;
    monitor.timeout = options.timeout;
    monitor.attentionAfter = options.attentionAfter;
    monitor.frame = lockcore::Milliseconds(2); // nothing is painted, so each line is printed as soon as it is known
    return monitor;
}

// Writes the output of a command. A signal must be able to end the command even if nobody reads the output.
class OutputPrinter final
{
public:
    OutputPrinter(const TerminationSignals &termination, int interruptedCode)
        : m_stop(termination.descriptor())
        , m_interruptedCode(interruptedCode)
    { }

    /// Returns the exit code if the command is done, or if the output cannot be written.
    std::optional<int> print(const CommandOutput &output) const
    {
        const int width = terminalStyle(STDERR_FILENO).width;
        for (const auto &message : QString::fromUtf8(output.err).split(u'\n', Qt::SkipEmptyParts))
            writeUnless(m_stop, STDERR_FILENO, (fitted(message, width) + u'\n').toUtf8());
        switch (const int error = writeUnless(m_stop, STDOUT_FILENO, output.out)) {
        case 0: return output.exitCode;
        case ECANCELED: return m_interruptedCode;
        case EPIPE: return output.exitCode.value_or(exitYes); // the reader of the pipe has read enough, as `head` does
        default: return cannotWrite(error);
        }
    }

private:
    int cannotWrite(int error) const
    {
        const auto reason = QString::fromLocal8Bit(std::strerror(error));
        writeUnless(m_stop, STDERR_FILENO, Words::tr("lockscope: The output cannot be written: %1.\n").arg(reason).toUtf8());
        return exitNotComplete;
    }

    const int m_stop;
    const int m_interruptedCode;
};

// Ends the watch when the reader of its output is gone, even if there is nothing to write.
void followReader(QObject *context, const std::function<void()> &gone)
{
    auto *notifier = new QSocketNotifier(STDOUT_FILENO, QSocketNotifier::Exception, context);
    QObject::connect(notifier, &QSocketNotifier::activated, context, [notifier, gone] {
        notifier->setEnabled(false);
        if (hasNoReader(STDOUT_FILENO))
            gone();
    });
}

// The Monitor is never freed: the system takes back all memory of a process at once, but freeing a hundred thousand locks one by one needs
// a tenth of the time of `list`.
lockcore::Monitor &untilTheEnd(lockcore::Monitor *monitor)
{
    static lockcore::Monitor *kept = nullptr;
    kept = monitor;
    return *kept;
}

} // namespace

std::variant<Options, int> optionsOrExit(Command command, const QStringList &arguments)
{
    auto options = parseOptions(command, arguments);
    if (!options)
        return usageError(asSentence(options.error().text), nameOf(command));
    if (options->help || options->version) {
        writeAll(STDOUT_FILENO, (options->help ? helpFor(command) : versionLine()).toUtf8());
        return exitYes;
    }
    return std::move(options).value();
}

int runMonitor(const Options &options, Command command, const ChangeToOutput &toOutput, int interruptedCode)
{
    std::signal(SIGPIPE, SIG_IGN);
    std::optional<int> exitCode;
    const auto end = [&](int code) {
        exitCode = exitCode.value_or(code);
        QCoreApplication::exit(*exitCode);
    };
    TerminationSignals termination;
    const OutputPrinter printer(termination, interruptedCode);
    auto &monitor = untilTheEnd(new lockcore::Monitor(options.endpoint, monitorOptions(options, command)));
    QObject::connect(&monitor, &lockcore::Monitor::changed, &monitor, [&](const lockcore::MonitorChange &change) {
        if (exitCode) // the command is done; later changes are ignored
            return;
        if (const auto code = printer.print(toOutput(change)))
            end(*code);
    });
    QObject::connect(&termination, &TerminationSignals::requested, &monitor, [&] { end(interruptedCode); });
    if (command == Command::Watch)
        followReader(&monitor, [&] { end(exitYes); });
    QMetaObject::invokeMethod(&monitor, &lockcore::Monitor::start, Qt::QueuedConnection);
    const int code = QCoreApplication::exec();
    monitor.stop();
    return code;
}

} // namespace lockscope
