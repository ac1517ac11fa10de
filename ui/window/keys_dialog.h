// SPDX-License-Identifier: MIT
// F1: every key that works in the window, read from its actions, and those that belong to no action.
#pragma once

#include <QDialog>

namespace lockscope {

struct KeyHelp
{
    QString keys;
    QString what;
};

QString keyText(const QKeySequence &key); ///< as the platform writes it

class KeysDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeysDialog)

public:
    /// An action's "What's This" text says where its key works, if not everywhere.
    explicit KeysDialog(const QList<QAction *> &actions, const QList<KeyHelp> &others = {}, QWidget *parent = nullptr);
};

} // namespace lockscope
