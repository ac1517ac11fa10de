// SPDX-License-Identifier: MIT
// The context of all texts that no QObject has: `Words::tr("…")`.
#pragma once

#include <QCoreApplication>

namespace lockscope {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Lockscope)
};

} // namespace lockscope
