// SPDX-License-Identifier: MIT
#include "app/lab/lab_check.h"

#include "app/command/standard_output.h"
#include "app/command/terminal_style.h"
#include "app/lab/lab_check_junit.h"
#include "app/lab/lab_check_output.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "ui/report/check_page.h"
#include "ui/report/check_words.h"
#include "ui/runs/check_json.h"
#include "ui/runs/files.h"
#include "ui/runs/lock_check.h"
#include "ui/words/shown_text.h"

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

// On a terminal one line that is overwritten; else a line for each part that has ended.
class Progress
{
public:
    void show(const Check &check)
    {
        if (m_isTerminal)
            writeAll(STDERR_FILENO, (u"\r\033[K"_s + elidedTo(checkProgress(check), m_width - 1)).toUtf8());
        for (std::size_t i = m_told; !m_isTerminal && i < check.parts.size(); ++i) {
            if (check.parts[i].state == CheckPart::State::Waits || check.parts[i].state == CheckPart::State::Plays)
                return;
            writeAll(STDERR_FILENO, (partText(check.parts[i]) + u'\n').toUtf8());
            m_told = i + 1;
        }
    }

    void clear() const
    {
        if (m_isTerminal)
            writeAll(STDERR_FILENO, "\r\033[K");
    }

private:
    const bool m_isTerminal = ::isatty(STDERR_FILENO) == 1;
    const int m_width = terminalStyle(STDERR_FILENO).width;
    std::size_t m_told = 0;
};

bool write(const QString &file, const QByteArray &bytes)
{
    if (file.isEmpty())
        return true;
    const auto written = writeFile(file, bytes);
    if (!written)
        complain(asSentence(written.error().text));
    return written.ok();
}

// All files, also if one of them cannot be written.
bool writeFiles(const LabOptions &options, const Check &check)
{
    const bool html = write(options.html, checkPage(check));
    const bool json = write(options.jsonFile, checkJson(check));
    const bool junit = write(options.junit, checkJunit(check));
    return html && json && junit;
}

} // namespace

int runCheck(const LabOptions &options)
{
    LockCheck::Options how{setupOf(options), options.seed, options.runs, options.checkTime, options.store.value_or(Store::Redis)};
    if (how.setup.command.empty())
        how.setup.command = workerCommandOf({}, options.protocol, options.protocolOptions);
    LockCheck check(std::move(how));
    Progress progress;
    check.changed = [&] { progress.show(check.result()); };
    const bool isComplete = playedToTheEnd(check.loop(), check.play());
    progress.clear();
    const auto result = isComplete ? check.result() : check.stop();
    const bool written = writeFiles(options, result);
    const int code = printed(checkText(result, terminalStyle(STDOUT_FILENO)).toUtf8(), exitCodeOf(result));
    return written ? code : exitUsage;
}

} // namespace lockscope
