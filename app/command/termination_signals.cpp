// SPDX-License-Identifier: MIT
#include "app/command/termination_signals.h"

namespace lockscope {

namespace {

constexpr int endingSignals[] = {SIGINT, SIGTERM, SIGHUP};

}

TerminationSignals::TerminationSignals(QObject *parent)
    : QObject(parent)
    , m_signals(endingSignals, SignalPipe::Second::AsUsual)
{
    connect(&m_signals, &SignalPipe::caught, this, &TerminationSignals::requested);
}

} // namespace lockscope
