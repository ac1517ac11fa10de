// SPDX-License-Identifier: MIT
// The visible controls of a window that a screen reader could not name.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>

namespace lockscope {

inline bool isInteractive(const QWidget *widget)
{
    return widget->focusPolicy() & Qt::TabFocus || qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
           || qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractItemView *>(widget)
           || qobject_cast<const QAbstractSpinBox *>(widget);
}

// Parts of another widget, such as a spin box's field or a combo box's list, are described with that widget. So are Qt's own buttons in a
// field.
inline bool isPartOfAnother(const QWidget *widget)
{
    for (const auto *parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractSpinBox *>(parent) || qobject_cast<const QComboBox *>(parent)
            || qobject_cast<const QLineEdit *>(parent) || qobject_cast<const QMenuBar *>(parent) || parent->windowType() == Qt::Popup)
            return true;
    }
    return widget->objectName().startsWith(QStringLiteral("qt_")) || widget->inherits("QHeaderView")
           || widget->inherits("QTableCornerButton");
}

inline QStringList nameless(const QWidget &root)
{
    QStringList found;
    for (auto *widget : root.findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(&root) || !isInteractive(widget) || isPartOfAnother(widget) || qobject_cast<QMenu *>(widget)
            || qobject_cast<QMenuBar *>(widget))
            continue;
        const auto *interface = QAccessible::queryAccessibleInterface(widget);
        if (!interface || interface->text(QAccessible::Name).trimmed().isEmpty())
            found << QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
    }
    return found;
}

} // namespace lockscope
