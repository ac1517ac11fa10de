// SPDX-License-Identifier: MIT
// Names the story of a comparison, and chooses its 2 to 6 protocols: its menu stays open until *Compare* is pressed in it. GUI thread.
#pragma once

#include <QList>
#include <QWidget>

#include <string>
#include <vector>

class QAction;
class QMenu;
class QPushButton;

namespace lockscope {

class ShadedLabel;

class ProtocolSet final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProtocolSet)

public:
    explicit ProtocolSet(QWidget *parent = nullptr);

    std::vector<std::string> chosen() const; ///< in the order of the catalogue
    void choose(const std::vector<std::string> &protocols);
    void setStory(const QString &title); ///< that they play

signals:
    void compareWanted(); ///< what is chosen

private:
    void follow();

    ShadedLabel *m_story;
    QPushButton *m_button;
    QMenu *m_menu;
    QList<QAction *> m_choices; ///< one for each protocol
    QAction *m_compare;
};

} // namespace lockscope
