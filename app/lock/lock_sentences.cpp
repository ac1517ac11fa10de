// SPDX-License-Identifier: MIT
#include "app/lock/lock_sentences.h"

#include "app/command/arguments.h"
#include "app/command/standard_output.h"
#include "lockcore/base/duration.h"
#include "ui/words/error_sentence.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <cstring>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Acquired;
using lockcore::Error;
using lockcore::Released;

namespace {

void printLine(const QString &sentence)
{
    constexpr auto most = std::chrono::milliseconds(500);
    writeWithin(most, STDERR_FILENO, u"lockscope: %1\n"_s.arg(sentence).toUtf8());
}

} // namespace

LockSentences::LockSentences(const LockOptions &options)
    : m_options(options)
    , m_key(shownText(options.key, 80))
{ }

QString LockSentences::sentenceOf(const Error &error) const { return errorSentence(error, m_options.endpoints.front(), m_options.timeout); }

void LockSentences::refused(const Error &error) const { printLine(asSentence(error.text)); }

void LockSentences::noServer(const Error &error) const { printLine(sentenceOf(error)); }

void LockSentences::waitsNoLonger() const { printLine(Words::tr("No longer waiting for %1.").arg(m_key)); }

void LockSentences::asksAgain() const
{
    printLine(Words::tr("The connection was lost while waiting for %1; trying again until the waiting time is over.").arg(m_key));
}

void LockSentences::notInTime(const Acquired &acquired) const
{
    if (acquired.ttl)
        printLine(Words::tr("%1 was not free in time; its lease has %2 left.")
                      .arg(m_key, QString::fromStdString(lockcore::durationText(*acquired.ttl))));
    else
        printLine(Words::tr("%1 was not free in time.").arg(m_key));
}

void LockSentences::perhapsGranted(const Acquired &acquired) const
{
    if (acquired.error.kind == lockcore::ErrorKind::Server)
        printLine(Words::tr("The server refused a step of the acquisition of %1 after the first; what was done is undone. %2")
                      .arg(m_key, sentenceOf(acquired.error)));
    else
        printLine(Words::tr("The answer to the request for %1 was lost; the lock may be held until its lease ends.").arg(m_key));
}

void LockSentences::stillPerhapsGranted() const
{
    printLine(Words::tr("%1 may now be held without a lease although nobody uses it; then it never ends by itself: check it, and free it.")
                  .arg(m_key));
}

void LockSentences::notStarted(int error) const
{
    printLine(Words::tr("%1 cannot be run: %2.")
                  .arg(shownText(argumentBytes(m_options.command.front()), 80), QString::fromLocal8Bit(std::strerror(error))));
}

void LockSentences::lost(const QString &consequence) const { printLine(Words::tr("The lock %1 is lost; %2.").arg(m_key, consequence)); }

void LockSentences::survived(const lockcore::HostPort &primary) const
{
    printLine(Words::tr("%1 has taken over as primary, and has the lock %2.").arg(shownText(toString(primary), 120), m_key));
}

void LockSentences::perhapsMissing(const lockcore::HostPort &primary) const
{
    printLine(Words::tr("%1 has taken over as primary, but cannot be asked about %2 yet; the lock may be lost.")
                  .arg(shownText(toString(primary), 120), m_key));
}

void LockSentences::missing(const lockcore::HostPort &primary) const
{
    printLine(Words::tr("%1 has taken over as primary, and does not have the lock %2: its predecessor had not passed it on. Somebody else "
                        "may have worked at the same time.")
                  .arg(shownText(toString(primary), 120), m_key));
}

void LockSentences::releasesAgain() const
{
    printLine(Words::tr("The connection was lost before %1 was released; trying again while its lease lasts.").arg(m_key));
}

void LockSentences::leaseRanOut(const LastRelease &last) const
{
    printLine(Words::tr("The release of %1 was not confirmed before its lease ran out. %2").arg(m_key, sentenceOf(last.released.error)));
}

void LockSentences::released(const LastRelease &last, bool hadRun) const
{
    const auto &released = last.released;
    switch (released.kind) {
    case Released::Kind::Done:
    case Released::Kind::StillHeld:
        if (last.wasUnknown)
            printLine(Words::tr("The answer to the release of %1 was lost; the lock is not ours any more.").arg(m_key));
        break;
    case Released::Kind::NotOwner:
        if (hadRun)
            printLine(
                Words::tr("At the release, the lock %1 was no longer ours; somebody else may have worked at the same time.").arg(m_key));
        break;
    case Released::Kind::Unknown:
        printLine(
            Words::tr("The lock %1 may or may not be released; its lease may have to run out. %2").arg(m_key, sentenceOf(released.error)));
        break;
    case Released::Kind::Failed:
        printLine(Words::tr("The lock %1 was not released; its lease has to run out. %2").arg(m_key, sentenceOf(released.error)));
    }
}

} // namespace lockscope
