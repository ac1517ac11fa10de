// SPDX-License-Identifier: MIT
// F1: every key that works in the window, read from its actions.
#pragma once

#include <QDialog>

namespace lockscope {

class KeysDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeysDialog)

public:
    /// An action's "What's This" text says where its key works, if not everywhere.
    explicit KeysDialog(const QList<QAction *> &actions, QWidget *parent = nullptr);
};

} // namespace lockscope
