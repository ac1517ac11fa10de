// SPDX-License-Identifier: MIT
// Chooses the 2 to 6 protocols of a comparison. GUI thread.
#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QMenu;
class QToolButton;

namespace lockscope {

class ProtocolSet final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProtocolSet)

public:
    explicit ProtocolSet(QWidget *parent = nullptr);

    std::vector<std::string> chosen() const; ///< in the order of the catalogue
    void choose(const std::vector<std::string> &protocols);

signals:
    void changed();

private:
    void follow();

    QToolButton *m_button;
    QMenu *m_menu;
};

} // namespace lockscope
