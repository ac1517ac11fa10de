// SPDX-License-Identifier: MIT
// F1: the keys that work in a part of the window, read from its actions, and those that belong to no action.
#pragma once

#include <QDialog>

namespace lockscope {

struct KeyHelp
{
    QString keys;
    QString what;
};

struct KeySection
{
    QString title;
    QList<QAction *> actions; ///< an action's "What's This" text says where its key works, if not everywhere in the part
    QList<KeyHelp> others;
};

QString keyText(const QKeySequence &key); ///< as the platform writes it

class KeysDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeysDialog)

public:
    explicit KeysDialog(const QList<KeySection> &sections, QWidget *parent = nullptr);
};

} // namespace lockscope
